// Logs the checks that tests/bridges.rs expects of every bridge whose game turns what it draws, and dumps three
// scenes, into a folder.

using System;
using System.IO;
using System.Linq;
using Maskscope;

static class Corners
{
    struct Color
    {
        public byte A;
    }

    static Mask Image(string[] rows, byte alpha = 255, byte threshold = 0)
    {
        var colors = string.Concat(rows).Select(cell => new Color { A = cell == '#' ? alpha : (byte)0 }).ToArray();
        return Mask.Of(rows[0].Length, colors, color => color.A, threshold);
    }

    static void Main(string[] arguments)
    {
        var folder = arguments[0];
        Mask l = Image(new[] { "######", "##....", "##....", "##...." }), dot = Image(new[] { "#" });
        Mask changed = Image(new[] { "######", "##....", "##....", "##...#" });
        Mask ghost = Image(new[] { "#" }, 100), gone = Image(new[] { "#" }, 100, 127);
        var name = "L \"ö\" \\ 1";
        using (var log = new CollisionLog(Path.Combine(folder, "corners.jsonl"), "co\"rn\\ers"))
        {
            Action<Actor, Actor> check = (a, b) =>
            {
                a.Name = name;
                log.NextFrame();
                if (!log.Check(a, b, true, "box"))
                {
                    throw new InvalidOperationException();
                }
            };
            check(new Actor("L", l, 10, 20), new Actor("dot", dot, 15, 23));
            check(new Actor("L", l, 10, 20), new Actor("dot", dot, 11, 23));
            check(new Actor("L", l, 10, 20) { Rotation = Math.PI / 2 }, new Actor("dot", dot, 6, 20));
            check(new Actor("L", l, 10, 20) { ScaleX = 2, ScaleY = 2 }, new Actor("dot", dot, 21, 21));
            check(new Actor("L", l, 10, 20) { OriginX = 3, OriginY = 2 }, new Actor("dot", dot, 12, 18));
            check(new Actor("L", l, 10, 20) { FlipX = true }, new Actor("dot", dot, 15, 23));
            check(new Actor("L", l, 10, 20), new Actor("ghost", ghost, 10, 20));
            check(new Actor("L", l, 10, 20), new Actor("ghost", gone, 10, 20));
            check(new Actor("L", l, 10.5, 19.5), new Actor("dot", dot, 16, 20));
            check(new Actor("L", changed, 10, 20), new Actor("dot", dot, 15, 23));
        }
        CollisionLog.Dump(l, dot, 1, 3, true, Path.Combine(folder, "agrees.scene.json"));
        CollisionLog.Dump(l, dot, 5, 3, true, Path.Combine(folder, "disagrees.scene.json"));
        CollisionLog.Dump(l, dot, 5, 3, path: Path.Combine(folder, "plain.scene.json"));
    }
}
