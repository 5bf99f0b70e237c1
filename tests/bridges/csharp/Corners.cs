// Logs the checks that tests/bridges.rs expects of every bridge, and dumps three scenes, into a folder.

using System;
using System.IO;
using System.Linq;
using Maskscope;

static class Corners
{
    struct Color
    {
        public byte A;
        public uint PackedValue => (uint)A << 24 | 0x030201;
    }

    static Mask Image(string[] rows, byte alpha = 255, byte threshold = 0)
    {
        var colors = string.Concat(rows).Select(cell => new Color { A = cell == '#' ? alpha : (byte)0 }).ToArray();
        return Mask.Of(rows[0].Length, colors, color => color.A, threshold);
    }

    static Picture Drawn(params string[] rows)
    {
        var colors = string.Concat(rows).Select(cell => new Color { A = cell == '#' ? (byte)255 : (byte)0 }).ToArray();
        return Picture.Of(rows[0].Length, colors, color => color.PackedValue);
    }

    static void Assert(bool holds)
    {
        if (!holds)
        {
            throw new InvalidOperationException();
        }
    }

    // What games test, beside what they draw: tests/bridges/things.jsonl is expected.
    static void Things(string path)
    {
        Picture l = Drawn("######", "##....", "##....", "##...."), dot = Drawn("#");
        Func<Actor> hero = () => new Actor("hero", l, 10, 20) { Kind = "Player" };
        var wall = new Actor("rect", new Box(50, 0, 4, 4)) { Name = "wall" };
        using (var log = new CollisionLog(path, "things", 10, new Box(0, 0, 100, 80), near: 8))
        {
            log.NextFrame();
            Assert(log.Rects((0, 0, 10, 10), new Box(5, 5, 10, 10), true));
            log.NextFrame();
            var touches = log.Collided<Actor>((a, b) => false, actor => actor, "box");
            var withHitbox = hero();
            withHitbox.Hitbox = new Box(11, 20, 4, 2);
            Assert(!touches(withHitbox, new Actor("dot", dot, 11, 23)));
            log.NextFrame();
            var withRadius = hero();
            withRadius.Radius = 2;
            Assert(!log.Circles(withRadius, new Actor("circle", new Box(14.5, 20.5, 3, 3)) { Radius = 1.5 }, false));
            log.Visit(1, 1); // of a check that is not logged
            Assert(log.Rects(null, wall, true));
            Assert(!log.Rects((double.NaN, 0, 1, 1), wall, false));
            log.NextFrame();
            var withMask = hero();
            withMask.Mask = Image(new[] { "######", "######", "######", "######" });
            log.Visit(15, 23);
            log.Visit(-10, 20, 6, 4);
            log.Visit(0, 0, 0, 4);
            Assert(log.Check(withMask, new Actor("dot", dot, 15, 23), true, "mask"));
            foreach (var x in new[] { 0, 10, 60, 100, 120 })
            {
                log.NextFrame();
                log.Rects(new Actor("car", new Box(x, 0, 4, 4)), wall, false);
            }
            log.Rects(null, wall, false);
        }
    }

    // Kinds that are meant to be touched, and the lines that the log names.
    static void Contact(string path)
    {
        Picture l = Drawn("######", "##....", "##....", "##...."), dot = Drawn("#");
        var hero = new Actor("hero", l, 10, 20) { Kind = "Player" };
        Func<string, Actor> at = kind => new Actor("dot", dot, 13, 22) { Kind = kind };
        using (var log = new CollisionLog(path, "contact"))
        {
            log.Contact("Tile");
            log.Contact("Tile");
            log.NextFrame();
            log.Rects(hero, at("Tile"), true); // the first check
            var bumps = log.Collided<Actor>((a, b) => true, actor => actor, "box"); // the second check
            Assert(bumps(hero, at("Door")));
        }
    }

    // The last second of three. Nobody closes the log but the end of the program.
    static void Short(string path)
    {
        var log = new CollisionLog(path, "short", 10, last: 1);
        for (var frame = 0; frame < 30; frame++)
        {
            log.NextFrame();
            log.Rects((0, 0, 1, 1), (0, 0, 1, 1), true);
        }
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
                Assert(log.Check(a, b, true, "box"));
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
        Things(Path.Combine(folder, "things.jsonl"));
        Contact(Path.Combine(folder, "contact.jsonl"));
        Short(Path.Combine(folder, "short.jsonl"));
        CollisionLog.Dump(l, dot, 1, 3, true, Path.Combine(folder, "agrees.scene.json"));
        CollisionLog.Dump(l, dot, 5, 3, true, Path.Combine(folder, "disagrees.scene.json"));
        CollisionLog.Dump(l, dot, 5, 3, path: Path.Combine(folder, "plain.scene.json"));
    }
}
