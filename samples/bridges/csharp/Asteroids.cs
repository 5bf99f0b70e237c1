// A ship among turning rocks, which it compares by boxes, by circles or by pixels. The bridge logs each comparison.
//
//     mcs Maskscope.cs Actor.cs Asteroids.cs -out:asteroids.exe
//     mono asteroids.exe [--by boxes|circles|pixels] [--frames N] [--log FILE]
//
// By default it compares boxes, until Ctrl C, and logs to game.jsonl. It has no window. The last line that it prints says
// how often the game took rock and ship for a hit, and how often their pixels really overlapped; `maskscope follow
// game.jsonl` shows every single one.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Maskscope;

static class Asteroids
{
    const int Width = 240, Height = 180;

    static readonly string[] ShipArt =
    {
        ".....##.....", ".....##.....", "....####....", "....####....", "....####....",
        "...######...", "...######...", "..########..", ".##########.", "############",
        "###.####.###", "##...##...##", "#....##....#",
    };

    static readonly string[] RockArt =
    {
        "....#####.......", "...########.....", "..##########.##.", "..#############.", ".###############",
        "################", "##############..", ".############...", ".###########....", "..###########...",
        "..#############.", "...###########..", "....####..###...", ".....##.........",
    };

    /// <summary>What drifts, turns, and comes back on the other side.</summary>
    sealed class Body
    {
        readonly string kind, name;
        readonly List<byte[]> images; // the alpha of each turn, row by row
        readonly List<Picture> pictures; // the same for the bridge
        readonly double dx, dy, spin;
        double x, y, turn;

        public int Side { get; }
        public double Radius { get; }
        public int Left => (int)Math.Floor(x + 0.5);
        public int Top => (int)Math.Floor(y + 0.5);
        int Shown => ((int)Math.Floor(turn) % 24 + 24) % 24;

        /// <summary>The body as it is drawn: on whole pixels, by the image of its turn.</summary>
        public Actor Actor => new Actor(kind, pictures[Shown], Left, Top) { Name = name, Radius = Radius };

        public Body(string kind, string name, string[] art, double x, double y, double dx, double dy, double spin)
        {
            this.kind = kind;
            this.name = name;
            this.x = x;
            this.y = y;
            this.dx = dx;
            this.dy = dy;
            this.spin = spin;
            Side = (int)Math.Ceiling(Math.Sqrt(art[0].Length * art[0].Length + art.Length * art.Length));
            images = Enumerable.Range(0, 24).Select(turn => Turned(art, Side, turn * Math.PI / 12)).ToList();
            pictures = images.Select(image => Picture.Of(Side, image, alpha => alpha * 0x01010101u)).ToList();
            Radius = art.Length / 2.0;
        }

        public void Move()
        {
            x = (x + dx + Width) % Width;
            y = (y + dy + Height) % Height;
            turn += spin / 60;
        }

        public bool IsSolid(int x, int y)
        {
            return x >= 0 && y >= 0 && x < Side && y < Side && images[Shown][y * Side + x] > 0;
        }

        /// <summary>The art turned clockwise, in a square that holds every turn.</summary>
        static byte[] Turned(string[] art, int side, double angle)
        {
            double cos = Math.Cos(angle), sin = Math.Sin(angle), middle = side / 2.0;
            return Enumerable.Range(0, side * side).Select(n =>
            {
                double right = n % side + 0.5 - middle, down = n / side + 0.5 - middle;
                var x = (int)Math.Floor(cos * right + sin * down + art[0].Length / 2.0);
                var y = (int)Math.Floor(cos * down - sin * right + art.Length / 2.0);
                var isInside = x >= 0 && y >= 0 && x < art[0].Length && y < art.Length;
                return (byte)(isInside && art[y][x] == '#' ? 255 : 0);
            }).ToArray();
        }
    }

    static bool BoxesOverlap(Body a, Body b)
    {
        return a.Left < b.Left + b.Side && b.Left < a.Left + a.Side && a.Top < b.Top + b.Side && b.Top < a.Top + a.Side;
    }

    static bool CirclesOverlap(Body a, Body b)
    {
        double right = b.Left + b.Side / 2.0 - a.Left - a.Side / 2.0, down = b.Top + b.Side / 2.0 - a.Top - a.Side / 2.0;
        return Math.Sqrt(right * right + down * down) < a.Radius + b.Radius;
    }

    static bool PixelsOverlap(Body a, Body b)
    {
        var cells = Enumerable.Range(0, a.Side * a.Side).Select(n => new { X = n % a.Side, Y = n / a.Side });
        int dx = a.Left - b.Left, dy = a.Top - b.Top;
        return cells.Any(cell => a.IsSolid(cell.X, cell.Y) && b.IsSolid(cell.X + dx, cell.Y + dy));
    }

    static string Option(string[] arguments, string name)
    {
        return arguments.SkipWhile(word => word != name).Skip(1).FirstOrDefault();
    }

    static void Main(string[] arguments)
    {
        var frames = Option(arguments, "--frames");
        var ship = new Body("ship", "ship", ShipArt, 120, 90, 0.8, 0.35, 0);
        // Where each rock begins, how far it moves in a frame, and how many frames of 24 it turns on in a second.
        var rocks = new[]
        {
            new Body("rock", "rock 1", RockArt, 30, 30, 0.65, 0.2, 12),
            new Body("rock", "rock 2", RockArt, 200, 40, -0.4, 0.45, -8),
            new Body("rock", "rock 3", RockArt, 60, 150, 0.35, -0.55, 20),
            new Body("rock", "rock 4", RockArt, 215, 145, -0.6, -0.25, -16),
            new Body("rock", "rock 5", RockArt, 120, 10, 0.15, 0.7, 4),
        };
        int checks = 0, hits = 0, byPixels = 0, wrong = 0;
        var by = Option(arguments, "--by") ?? "boxes";
        var view = new Box(0, 0, Width, Height);
        using (var log = new CollisionLog(Option(arguments, "--log") ?? "game.jsonl", game: "asteroids", view: view))
        {
            // The tests of the game, each logged as what it is.
            var tests = new Dictionary<string, Func<Body, Body, bool>>
            {
                ["boxes"] = log.Collided<Body>(BoxesOverlap, body => body.Actor, "box"),
                ["circles"] = log.Collided<Body>(CirclesOverlap, body => body.Actor, "circle"),
                ["pixels"] = log.Collided<Body>(PixelsOverlap, body => body.Actor, "mask"),
            };
            while (frames == null || log.Frame < long.Parse(frames))
            {
                log.NextFrame();
                foreach (var body in rocks.Concat(new[] { ship }))
                {
                    body.Move();
                }
                foreach (var rock in rocks)
                {
                    // What the game says, and what a player sees.
                    bool isHit = tests[by](ship, rock), isTouching = PixelsOverlap(ship, rock);
                    checks++;
                    hits += isHit ? 1 : 0;
                    byPixels += isTouching ? 1 : 0;
                    wrong += isHit != isTouching ? 1 : 0;
                }
                if (frames == null)
                {
                    Thread.Sleep(16);
                }
            }
            var said = $"{log.Frame} frames, {checks} checks: {hits} hits by {by}, {byPixels} by pixels, {wrong} wrong";
            Console.WriteLine(said);
        }
    }
}
