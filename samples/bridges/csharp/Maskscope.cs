// Logs the collision checks of a C# game while it runs, for maskscope to judge them by their pixels.
//
//     var log = new CollisionLog("game.jsonl", game: "asteroids", fps: 60);                              // once
//     log.NextFrame();                                                                                   // in Update
//     log.Check(new Actor("ship", mask, x, y), rock, boxesOverlap, "box");                               // each check
//
// `maskscope follow game.jsonl` then shows every check while the game runs, and where the game and the masks disagree;
// `maskscope replay game.jsonl` judges all of them without a window.
//
// The mask of a Texture2D of MonoGame, FNA or XNA is made once, of the colours that per-pixel tests read anyway:
//
//     var colors = new Color[texture.Width * texture.Height];
//     texture.GetData(colors);
//     var mask = Mask.Of(texture.Width, colors, color => color.A);
//
// This file needs no library and uses no type of MonoGame. The tests compile it with Mono's mcs and run it
// without a window; with MonoGame it has not been run. Positions, rotations (radians), origins and scales are
// those that SpriteBatch.Draw takes.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

namespace Maskscope
{
    /// <summary>Which pixels of an image are solid. It never changes: when the image does, make a new one.</summary>
    public sealed class Mask
    {
        /// <summary>A row of <c>#</c> and <c>.</c> for each row of the image.</summary>
        public IReadOnlyList<string> Rows { get; }

        Mask(IReadOnlyList<string> rows)
        {
            Rows = rows;
        }

        /// <summary>The pixels whose alpha is above the threshold, of those that are given row by row.</summary>
        public static Mask Of<TColor>(
            int width, IReadOnlyList<TColor> pixels, Func<TColor, byte> alpha, byte threshold = 0)
        {
            var cells = pixels.Select(pixel => alpha(pixel) > threshold ? '#' : '.').ToArray();
            var rows = Enumerable.Range(0, cells.Length / width).Select(y => new string(cells, y * width, width));
            return new Mask(rows.ToList());
        }
    }

    /// <summary>A sprite at the moment of a check, as it is drawn.</summary>
    public sealed class Actor
    {
        /// <summary>What kind of sprite it is.</summary>
        public string Sprite { get; }

        /// <summary>Which of its kind it is; by default there is only one.</summary>
        public string Name { get; set; }

        public Mask Mask { get; }

        /// <summary>Where its origin lies: its top left, unless the game draws it by another.</summary>
        public double X { get; }

        public double Y { get; }

        /// <summary>Radians, clockwise about the origin.</summary>
        public double Rotation { get; set; }

        public double ScaleX { get; set; } = 1;

        public double ScaleY { get; set; } = 1;

        public double OriginX { get; set; }

        public double OriginY { get; set; }

        /// <summary><c>SpriteEffects.FlipHorizontally</c>.</summary>
        public bool FlipX { get; set; }

        /// <summary><c>SpriteEffects.FlipVertically</c>.</summary>
        public bool FlipY { get; set; }

        public Actor(string sprite, Mask mask, double x, double y)
        {
            Sprite = Name = sprite;
            Mask = mask;
            X = x;
            Y = y;
        }
    }

    /// <summary>A file to which each check of a game adds a line. A log that was there before is written over.</summary>
    public sealed class CollisionLog : IDisposable
    {
        readonly TextWriter writer;
        readonly Dictionary<Tuple<string, Mask>, string> known = new Dictionary<Tuple<string, Mask>, string>();
        readonly Dictionary<string, string> looks = new Dictionary<string, string>(); // by kind and rows
        readonly Dictionary<string, int> counts = new Dictionary<string, int>(); // of the looks of a kind

        /// <summary>The frame whose checks are being logged; a game that counts its frames may set it.</summary>
        public long Frame { get; set; }

        public CollisionLog(string path = "game.jsonl", string game = null, double fps = 60)
        {
            writer = new StreamWriter(path, false, new UTF8Encoding(false), 65536) { NewLine = "\n" };
            var named = game == null ? "" : "\"game\":" + Quoted(game) + ",";
            writer.WriteLine("{\"maskscope_log\":1," + named + "\"fps\":" + Number(fps) + "}");
        }

        /// <summary>Counts a frame: the checks that follow are of this one.</summary>
        public void NextFrame()
        {
            Frame++;
            writer.Flush();
        }

        /// <summary>Logs that the game checked <c>a</c> against <c>b</c>, and returns its answer <c>hit</c>.</summary>
        /// <param name="rule">How the game tested: "box", "circle", "mask".</param>
        public bool Check(Actor a, Actor b, bool hit, string rule = null)
        {
            string first = Said(a), second = Said(b);
            var by = rule == null ? "" : ",\"rule\":" + Quoted(rule);
            writer.WriteLine($"{{\"frame\":{Frame},\"a\":{first},\"b\":{second},\"hit\":{Said(hit)}{by}}}");
            return hit;
        }

        /// <summary>Ends the log.</summary>
        public void Dispose()
        {
            writer.Dispose();
        }

        /// <summary>
        /// Writes mask <c>a</c>, and mask <c>b</c> at an offset from it, as a scene that <c>maskscope --scene
        /// bug.scene.json</c> opens: for a bug report, from a breakpoint. With <c>hit</c>, what the game
        /// answered, <c>maskscope replay bug.scene.json</c> says whether the pixels agree.
        /// </summary>
        public static void Dump(Mask a, Mask b, double dx, double dy, bool? hit = null, string path = "bug.scene.json")
        {
            var expect = hit == null ? "" : ",\n \"expect\": {\"masks_overlap\": " + Said(hit.Value) + "}";
            var first = $" \"a\": {{\"mask\": {Said(a)}}}";
            var second = $" \"b\": {{\"mask\": {Said(b)}, \"position\": {Point(dx, dy)}}}";
            File.WriteAllText(path, $"{{\"maskscope\": 1,\n{first},\n{second}{expect}}}\n");
        }

        /// <summary>What a check says of an actor. What it looks like is logged before, if it is new.</summary>
        string Said(Actor actor)
        {
            var key = Tuple.Create(actor.Sprite, actor.Mask);
            string look;
            if (!known.TryGetValue(key, out look))
            {
                known[key] = look = Look(actor);
            }
            var said = new StringBuilder();
            said.Append($"{{\"sprite\":{Quoted(look)},\"name\":{Quoted(actor.Name)},\"position\":{Point(actor.X, actor.Y)}");
            if (actor.Rotation != 0)
            {
                said.Append(",\"rotation\":").Append(Number(actor.Rotation * 180 / Math.PI));
            }
            if (actor.ScaleX != 1 || actor.ScaleY != 1)
            {
                said.Append(",\"scale\":").Append(Point(actor.ScaleX, actor.ScaleY));
            }
            if (actor.OriginX != 0 || actor.OriginY != 0)
            {
                said.Append(",\"anchor\":").Append(Point(actor.OriginX, actor.OriginY));
            }
            if (actor.FlipX || actor.FlipY)
            {
                said.Append($",\"flip\":[{Said(actor.FlipX)},{Said(actor.FlipY)}]");
            }
            return said.Append("}").ToString();
        }

        /// <summary>What the log calls an actor's kind with its mask: <c>rock</c>, <c>rock~2</c> and so on.</summary>
        string Look(Actor actor)
        {
            var content = actor.Sprite + "\n" + string.Join("\n", actor.Mask.Rows);
            string look;
            if (!looks.TryGetValue(content, out look))
            {
                int count;
                counts.TryGetValue(actor.Sprite, out count);
                counts[actor.Sprite] = ++count;
                looks[content] = look = count == 1 ? actor.Sprite : actor.Sprite + "~" + count;
                writer.WriteLine("{\"sprite\":" + Quoted(look) + ",\"mask\":" + Said(actor.Mask) + "}");
            }
            return look;
        }

        static string Said(Mask mask)
        {
            return "[" + string.Join(",", mask.Rows.Select(Quoted)) + "]";
        }

        static string Said(bool value)
        {
            return value ? "true" : "false";
        }

        static string Point(double x, double y)
        {
            return "[" + Number(x) + "," + Number(y) + "]";
        }

        static string Number(double value)
        {
            return value.ToString("R", CultureInfo.InvariantCulture);
        }

        static string Quoted(string text)
        {
            Func<char, string> escaped = c => c == '"' || c == '\\' ? "\\" + c : c < ' ' ? $"\\u{(int)c:x4}" : c.ToString();
            return "\"" + string.Concat(text.Select(escaped)) + "\"";
        }
    }
}
