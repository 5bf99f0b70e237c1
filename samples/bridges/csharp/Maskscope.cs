// Logs the collision checks of a C# game while it runs, for maskscope to judge them by their shapes and pixels.
//
//     var log = new CollisionLog("game.jsonl", game: "asteroids", fps: 60);             // once
//     log.NextFrame();                                                                  // in Update
//     var touches = log.Collided<Body>(Touches, body => body.Actor, "box");             // a test, logged from now on
//     log.Rects(ship.Actor, rock.Actor, boxesOverlap);                                  // or each check of two boxes,
//     log.Circles(ship.Actor, rock.Actor, circlesOverlap);                              // of two circles,
//     log.Check(ship.Actor, rock.Actor, pixelsOverlap, "mask");                         // of pixels
//     log.Visit(x, y);                                                                  // each cell that your loop reads
//     log.Contact("Tile");                                                              // hits with Tiles are meant to be
//
// `maskscope follow game.jsonl` then shows every check while the game runs, and where the game, the tested shapes and the
// pixels disagree; `maskscope replay game.jsonl` judges all of them without a window. The environment variable
// MASKSCOPE_LOG names another file. A log that is there stays until the first check; a file that is no log is not written
// over.
//
// An actor is what is checked: `new Actor("ship", picture, x, y)`, `new Actor("ship", mask, x, y)`, or without a picture
// a box, `new Actor("door", new Box(x, y, width, height))`; a box alone is an actor, too, and so is a tuple of four. Its
// `Hitbox` and its `Radius` are what the game tests in place of the picture's box.
// The picture and the mask of a Texture2D of MonoGame, FNA or XNA are made once, of the colours that per-pixel tests
// read anyway:
//
//     var colors = new Color[texture.Width * texture.Height];
//     texture.GetData(colors);
//     var picture = Picture.Of(texture.Width, colors, color => color.PackedValue);   // what a player sees
//     var mask = Mask.Of(texture.Width, colors, color => color.A);                   // what is tested, if it differs
//
// No call throws into the game or changes an answer; `Lost` counts the checks that could not be logged. Misses of actors
// more than `near` pixels apart are only counted. `last` keeps the checks of that number of seconds, until Flush or the
// end.
//
// With Actor.cs beside it, this file needs no library, and uses no type of MonoGame. The tests compile both with Mono's
// mcs and run them without a window; with MonoGame they have not been run. Positions, rotations (radians), origins and
// scales are those that SpriteBatch.Draw takes.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;

namespace Maskscope
{
    /// <summary>A file to which each check of a game adds a line. The first writes over a log that was there.</summary>
    public sealed class CollisionLog : IDisposable
    {
        // The pixels of all pictures in a log; what is new after them is logged as masks. maskscope reads twice as many.
        const int MostPixels = 1 << 25;

        // The visits of a log; those after them are counted.
        const int MostVisits = 1000000;

        // How a log begins: with an object that has "maskscope_log".
        const string Field = @"\s*""([^""\\]|\\.)*""\s*:\s*(""([^""\\]|\\.)*""|\[[^\]]*\]|[^,""{}\[\]]+),";
        const string Header = @"^\s*\{(" + Field + @")*\s*""maskscope_log""\s*:";

        /// <summary>The last check of a pair: where it was, and its line if it was far.</summary>
        sealed class Pair
        {
            public Box A, B;
            public string Line;
            public long Frame;
        }

        readonly double near;
        readonly int frames = int.MaxValue; // how many frames are kept where only the last seconds are
        readonly Dictionary<string, string> looks = new Dictionary<string, string>(); // by kind, picture and mask
        readonly Dictionary<Tuple<string, Picture, Mask>, string> known = new Dictionary<Tuple<string, Picture, Mask>, string>();
        readonly Dictionary<string, int> counts = new Dictionary<string, int>(); // of the looks of a kind
        readonly Dictionary<Tuple<string, string>, Pair> pairs = new Dictionary<Tuple<string, string>, Pair>();
        readonly SortedDictionary<long, int> far = new SortedDictionary<long, int>(); // the far checks of each frame
        readonly LinkedList<StringBuilder> kept = new LinkedList<StringBuilder>(new[] { new StringBuilder() });
        readonly HashSet<string> contacts = new HashSet<string>(); // kinds that are meant to be touched
        readonly StringBuilder head = new StringBuilder(); // what waits for the first check
        readonly List<string> visits = new List<string>(); // the cells that the game has read since its last check
        readonly string path;
        bool isOpen = true;
        TextWriter writer;
        long pixels, reported, visitsDropped;
        int visitsLeft = MostVisits;
        string reason;

        /// <summary>The frame whose checks are being logged; a game that counts its frames may set it.</summary>
        public long Frame { get; set; }

        /// <summary>How many checks could not be logged.</summary>
        public long Lost { get; private set; }

        public CollisionLog(
            string path = "game.jsonl", string game = null, double fps = 60, Box? view = null, double near = 32, double? last = null)
        {
            this.near = near;
            frames = last == null ? int.MaxValue : (int)Math.Ceiling(last.Value * fps);
            this.path = Environment.GetEnvironmentVariable("MASKSCOPE_LOG") ?? path;
            Try(() =>
            {
                if (File.Exists(this.path) || Directory.Exists(this.path))
                {
                    Opened(FileMode.Open).Dispose();
                }
                var named = game == null ? "" : $",\"game\":{Quoted(game)}";
                var seen = view == null ? "" : $",\"view\":{Sides(view.Value)}";
                head.Append($"{{\"maskscope_log\":1{named},\"engine\":\"csharp\",\"fps\":{Number(fps)}{seen}}}\n");
                AppDomain.CurrentDomain.ProcessExit += (_, __) => Dispose();
            });
        }

        /// <summary>Counts a frame: the checks that follow are of this one.</summary>
        public void NextFrame()
        {
            CountFar();
            if (frames == int.MaxValue)
            {
                Deliver();
            }
            else
            {
                kept.AddLast(new StringBuilder());
                if (kept.Count > frames)
                {
                    kept.RemoveFirst();
                }
            }
            Frame++;
            if (Frame % 600 == 0)
            {
                ForgetPairs();
            }
        }

        /// <summary>Logs that the game checked <c>a</c> against <c>b</c>, and returns its answer <c>hit</c>.</summary>
        /// <param name="rule">
        /// How the game tested: "box" and "circle" tested those of both, "mask" or anything else their pixels.
        /// </param>
        public bool Check(
            Actor a, Actor b, bool hit, string rule = null, [CallerFilePath] string file = null, [CallerLineNumber] int line = 0)
        {
            if (isOpen)
            {
                try
                {
                    Log(a, b, hit, rule, $"{file?.Split('/', '\\').Last()}:{line}");
                }
                catch (Exception error)
                {
                    Lost++;
                    reason = reason ?? error.Message;
                }
            }
            return hit;
        }

        /// <summary>Logs a check of two boxes.</summary>
        public bool Rects(Actor a, Actor b, bool hit, [CallerFilePath] string file = null, [CallerLineNumber] int line = 0)
        {
            return Check(a, b, hit, "box", file, line);
        }

        /// <summary>Logs a check of two circles.</summary>
        public bool Circles(Actor a, Actor b, bool hit, [CallerFilePath] string file = null, [CallerLineNumber] int line = 0)
        {
            return Check(a, b, hit, "circle", file, line);
        }

        /// <summary>A test of two things, with its checks logged; <c>actor</c> says what a thing looks like.</summary>
        public Func<T, T, bool> Collided<T>(
            Func<T, T, bool> test, Func<T, Actor> actor, string rule = null,
            [CallerFilePath] string file = null, [CallerLineNumber] int line = 0)
        {
            Func<T, Actor> seen = thing =>
            {
                try
                {
                    return actor(thing);
                }
                catch (Exception)
                {
                    return null; // which is a check that cannot be logged
                }
            };
            return (a, b) => Check(seen(a), seen(b), test(a, b), rule, file, line);
        }

        /// <summary>Records that the game's own loop reads these cells of the world, for its next check.</summary>
        public void Visit(int x, int y, int width = 1, int height = 1)
        {
            if (!isOpen || width < 1 || height < 1)
            {
                return;
            }
            if (visits.Count < visitsLeft)
            {
                visits.Add(width == 1 && height == 1 ? Point(x, y) : Sides(new Box(x, y, width, height)));
            }
            else
            {
                visitsDropped++;
            }
        }

        /// <summary>Says that things of this kind, platforms or walls, are meant to be touched by what is tested.</summary>
        public void Contact(string kind)
        {
            if (kind != null && contacts.Add(kind))
            {
                Define($"{{\"kind\":{Quoted(kind)},\"contact\":true}}\n");
            }
        }

        /// <summary>Writes what has been kept of the last seconds.</summary>
        public void Flush()
        {
            CountFar();
            Deliver();
        }

        /// <summary>Ends the log, and says how many checks and visits are not in it. So does the end of the program.</summary>
        public void Dispose()
        {
            if (!isOpen)
            {
                return;
            }
            foreach (var pair in pairs.Values.Where(pair => pair.Line != null))
            {
                Add(pair.Line);
            }
            var notes = new List<string>();
            if (Lost > 0)
            {
                notes.Add($"{Lost} checks are not in the log; of the first, {reason}");
            }
            if (visitsDropped > 0)
            {
                notes.Add($"{visitsDropped} visits are not in the log: more than {MostVisits}");
            }
            if (notes.Count > 0)
            {
                Add($"{{\"frame\":{Frame},\"far\":0,\"notes\":[{string.Join(",", notes.Select(Quoted))}]");
                Console.Error.WriteLine("maskscope: " + string.Join("; ", notes));
            }
            Flush();
            Try(() => writer?.Dispose());
            isOpen = false;
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

        /// <summary>The visits since the last check as a field, or nothing.</summary>
        string Visited()
        {
            var visited = visits.Count == 0 ? "" : $",\"visits\":[{string.Join(",", visits)}]";
            visitsLeft -= frames == int.MaxValue ? visits.Count : 0;
            visits.Clear();
            return visited;
        }

        void Log(Actor a, Actor b, bool hit, string rule, string at)
        {
            var visited = Visited();
            if (a == null || b == null)
            {
                throw new ArgumentException("there is no actor");
            }
            string first = Said(a, rule), second = Said(b, rule);
            var by = rule == null ? "" : ",\"rule\":" + Quoted(rule);
            var line = $"{{\"frame\":{Frame},\"a\":{first},\"b\":{second},\"hit\":{Said(hit)}{by}{visited},\"at\":{Quoted(at)}";
            // Boxes alone are others each time: they have no check before.
            var key = a.IsOne && b.IsOne ? Tuple.Create(a.Name, b.Name) : null;
            Pair before = null;
            if (key != null)
            {
                pairs.TryGetValue(key, out before);
            }
            Box boxA = a.Reach(), boxB = b.Reach();
            var isFar = !hit && Gap(boxA, boxB, before) > near;
            if (before?.Line != null && !isFar)
            {
                Add(before.Line);
            }
            else if (isFar && (key == null || before?.Line != null))
            {
                CountFar(before?.Frame ?? Frame);
            }
            if (!isFar)
            {
                Add(line);
            }
            if (key != null)
            {
                pairs[key] = new Pair { A = boxA, B = boxB, Line = isFar ? line : null, Frame = Frame };
            }
        }

        /// <summary>How far apart two boxes are, at least, on the straight way since the check before.</summary>
        static double Gap(Box a, Box b, Pair before)
        {
            if (before != null)
            {
                // The way of B as A sees it: that of A is moved to where A is now.
                double dx = a.X - before.A.X, dy = a.Y - before.A.Y;
                a = a.Union(before.A.Moved(dx, dy));
                b = b.Union(before.B.Moved(dx, dy));
            }
            return a.Gap(b);
        }

        /// <summary>What a check says of an actor. What it looks like is logged before, if it is new.</summary>
        string Said(Actor actor, string rule)
        {
            var circle = actor.Circle();
            var box = actor.Tested();
            var shape = rule == "circle" && circle != null ? Said(circle)
                : box != null && (rule == "box" || rule == "circle" || !actor.IsDrawn) ? Said(box.Value) : null;
            var said = new StringBuilder();
            said.Append($",\"name\":{Quoted(actor.Name)}");
            if (actor.Kind != null)
            {
                said.Append($",\"kind\":{Quoted(actor.Kind)}");
            }
            said.Append($",\"position\":{Point(actor.X, actor.Y)}");
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
            if (shape != null)
            {
                said.Append($",\"shape\":{shape}");
            }
            return $"{{\"sprite\":{Quoted(Look(actor))}{said}}}";
        }

        /// <summary>What the log calls an actor's kind with its looks: <c>rock</c>, <c>rock~2</c> and so on.</summary>
        string Look(Actor actor)
        {
            var key = Tuple.Create(actor.Sprite, actor.Picture, actor.Mask);
            string look;
            if (known.TryGetValue(key, out look))
            {
                return look;
            }
            Picture picture = actor.Picture;
            var content = $"{actor.Sprite}\n{picture?.Threshold}\n{picture?.Solid.Content}\n\n{actor.Mask?.Content}";
            if (!looks.TryGetValue(content, out look))
            {
                int count;
                counts.TryGetValue(actor.Sprite, out count);
                counts[actor.Sprite] = ++count;
                looks[content] = look = count == 1 ? actor.Sprite : actor.Sprite + "~" + count;
                var fields = "";
                var isDifferent = actor.Mask != null && actor.Mask.Content != picture?.Solid.Content;
                pixels += picture == null ? 0 : picture.Width * picture.Height;
                if (picture != null && pixels <= MostPixels)
                {
                    fields = $",\"png\":\"{picture.Png}\",\"solid\":{{\"threshold\":{picture.Threshold}}}";
                    fields += isDifferent ? $",\"mask\":{Said(actor.Mask)}" : "";
                }
                else if (actor.IsDrawn)
                {
                    fields = $",\"mask\":{Said(actor.Mask ?? picture.Solid)}";
                }
                else
                {
                    var box = new Box(0, 0, actor.Hitbox.Value.Width, actor.Hitbox.Value.Height);
                    fields = actor.Radius == null ? $",\"shape\":{Said(box)}"
                        : $",\"shape\":{Said(new[] { actor.Radius.Value, actor.Radius.Value, actor.Radius.Value })}";
                }
                Define($"{{\"sprite\":{Quoted(look)}{fields}}}\n");
            }
            known[key] = look;
            return look;
        }

        /// <summary>Adds a check, whose object is not ended yet.</summary>
        void Add(string line)
        {
            var lost = Lost > reported ? $",\"lost\":{Lost - reported}" : "";
            reported = Lost;
            kept.Last.Value.Append(line).Append(lost).Append("}\n");
        }

        void CountFar(long frame)
        {
            int count;
            far.TryGetValue(frame, out count);
            far[frame] = count + 1;
        }

        void CountFar()
        {
            foreach (var it in far)
            {
                kept.Last.Value.Append($"{{\"frame\":{it.Key},\"far\":{it.Value}}}\n");
            }
            far.Clear();
        }

        /// <summary>Forgets pairs that have not been checked for 600 frames: a long game does not fill the memory.</summary>
        void ForgetPairs()
        {
            foreach (var old in pairs.Where(it => Frame - it.Value.Frame > 600).ToList())
            {
                if (old.Value.Line != null)
                {
                    CountFar(old.Value.Frame);
                }
                pairs.Remove(old.Key);
            }
        }

        void Deliver()
        {
            if (kept.Any(lines => lines.Length > 0))
            {
                Try(() =>
                {
                    writer = writer ?? Begun();
                    foreach (var lines in kept)
                    {
                        writer.Write(lines.ToString());
                    }
                    writer.Flush();
                });
                kept.Clear();
                kept.AddLast(new StringBuilder());
            }
        }

        /// <summary>Adds a line that stands before the checks.</summary>
        void Define(string line)
        {
            Try(() => writer?.Write(line));
            if (writer == null)
            {
                head.Append(line);
            }
        }

        TextWriter Begun()
        {
            var file = Opened(FileMode.OpenOrCreate);
            file.SetLength(0);
            var begun = new StreamWriter(file, new UTF8Encoding(false), 65536);
            begun.Write(head.ToString());
            return begun;
        }

        /// <summary>Opens the log's file, which others may read. It throws if something else is there.</summary>
        FileStream Opened(FileMode mode)
        {
            var file = new FileStream(path, mode, FileAccess.ReadWrite, FileShare.ReadWrite);
            var start = new char[65536];
            var isFile = file.CanSeek;
            var length = isFile ? new StreamReader(file).ReadBlock(start, 0, start.Length) : 0;
            var isForced = Environment.GetEnvironmentVariable("MASKSCOPE_FORCE") != null;
            if (!isFile || file.Length > 0 && !isForced && !Regex.IsMatch(new string(start, 0, length), Header))
            {
                file.Dispose();
                throw new IOException($"{path} is not a {(isFile ? "log" : "regular file")}");
            }
            return file;
        }

        /// <summary>Does what may fail on a disk; the log is then no longer written.</summary>
        void Try(Action action)
        {
            try
            {
                if (isOpen)
                {
                    action();
                }
            }
            catch (Exception error)
            {
                isOpen = false;
                Console.Error.WriteLine($"maskscope: the log is not written: {error.Message}");
            }
        }

        static string Said(Mask mask)
        {
            return "[" + string.Join(",", mask.Rows.Select(Quoted)) + "]";
        }

        static string Said(bool value)
        {
            return value ? "true" : "false";
        }

        static string Said(Box box)
        {
            return $"{{\"box\":{Sides(box)}}}";
        }

        static string Said(double[] circle)
        {
            return $"{{\"circle\":[{string.Join(",", circle.Select(Number))}]}}";
        }

        static string Sides(Box box)
        {
            return $"[{Number(box.X)},{Number(box.Y)},{Number(box.Width)},{Number(box.Height)}]";
        }

        static string Point(double x, double y)
        {
            return "[" + Number(x) + "," + Number(y) + "]";
        }

        static string Number(double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
            {
                throw new ArgumentException("a number is not finite");
            }
            return value.ToString("R", CultureInfo.InvariantCulture);
        }

        static string Quoted(string text)
        {
            Func<char, string> escaped = c => c == '"' || c == '\\' ? "\\" + c : c < ' ' ? $"\\u{(int)c:x4}" : c.ToString();
            return "\"" + string.Concat(text.Select(escaped)) + "\"";
        }
    }
}
