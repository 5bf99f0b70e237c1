// What a game checks, as Maskscope.cs takes it: actors with their pictures, masks and boxes.

using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text;

namespace Maskscope
{
    /// <summary>Which pixels of an image are solid. It never changes: when the image does, make a new one.</summary>
    public sealed class Mask
    {
        /// <summary>A row of <c>#</c> and <c>.</c> for each row of the image.</summary>
        public IReadOnlyList<string> Rows { get; }

        internal string Content { get; }

        Mask(IReadOnlyList<string> rows)
        {
            Rows = rows;
            Content = string.Join("\n", rows);
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

    /// <summary>An image as a player sees it. It never changes: when the image does, make a new one.</summary>
    public sealed class Picture
    {
        internal Mask Solid { get; }
        internal byte Threshold { get; }
        internal string Png { get; }
        internal int Width { get; }
        internal int Height { get; }

        Picture(int width, byte[] rgba, byte threshold)
        {
            Width = width;
            Height = rgba.Length / 4 / width;
            Threshold = threshold;
            Solid = Mask.Of(width, Enumerable.Range(0, width * Height).ToList(), n => rgba[4 * n + 3], threshold);
            Png = Convert.ToBase64String(Encoded(width, Height, rgba));
        }

        /// <summary>The pixels that are given row by row, red in their lowest byte and alpha in their highest.</summary>
        public static Picture Of<TColor>(
            int width, IReadOnlyList<TColor> pixels, Func<TColor, uint> packed, byte threshold = 0)
        {
            var colors = pixels.Select(packed).ToList();
            var rgba = colors.SelectMany(it => new[] { (byte)it, (byte)(it >> 8), (byte)(it >> 16), (byte)(it >> 24) });
            return new Picture(width, rgba.ToArray(), threshold);
        }

        /// <summary>The bytes of a PNG file.</summary>
        static byte[] Encoded(int width, int height, byte[] rgba)
        {
            var raw = new byte[height * (4 * width + 1)];
            for (var y = 0; y < height; y++)
            {
                Array.Copy(rgba, 4 * width * y, raw, (4 * width + 1) * y + 1, 4 * width);
            }
            uint low = 1, high = 0;
            foreach (var value in raw)
            {
                low = (low + value) % 65521;
                high = (high + low) % 65521;
            }
            using (var packed = new MemoryStream())
            {
                using (var deflate = new DeflateStream(packed, CompressionMode.Compress, true))
                {
                    deflate.Write(raw, 0, raw.Length);
                }
                var header = Big((uint)width).Concat(Big((uint)height)).Concat(new byte[] { 8, 6, 0, 0, 0 });
                var data = new byte[] { 0x78, 0x9c }.Concat(packed.ToArray()).Concat(Big(high << 16 | low));
                return new byte[] { 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a }
                    .Concat(Chunk("IHDR", header)).Concat(Chunk("IDAT", data)).Concat(Chunk("IEND", new byte[0])).ToArray();
            }
        }

        static IEnumerable<byte> Chunk(string kind, IEnumerable<byte> data)
        {
            var body = Encoding.ASCII.GetBytes(kind).Concat(data).ToArray();
            var crc = uint.MaxValue;
            foreach (var value in body)
            {
                crc ^= value;
                for (var bit = 0; bit < 8; bit++)
                {
                    crc = (crc & 1) == 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
                }
            }
            return Big((uint)body.Length - 4).Concat(body).Concat(Big(~crc));
        }

        static byte[] Big(uint value)
        {
            return new[] { (byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value };
        }
    }

    /// <summary>A rectangle in the world.</summary>
    public struct Box
    {
        public readonly double X, Y, Width, Height;

        public Box(double x, double y, double width, double height)
        {
            X = x;
            Y = y;
            Width = width;
            Height = height;
        }

        internal Box Union(Box other)
        {
            double left = Math.Min(X, other.X), top = Math.Min(Y, other.Y);
            var right = Math.Max(X + Width, other.X + other.Width);
            return new Box(left, top, right - left, Math.Max(Y + Height, other.Y + other.Height) - top);
        }

        internal Box Moved(double dx, double dy)
        {
            return new Box(X + dx, Y + dy, Width, Height);
        }

        internal double Gap(Box other)
        {
            var inX = Math.Max(other.X - X - Width, X - other.X - other.Width);
            return Math.Max(inX, Math.Max(other.Y - Y - Height, Y - other.Y - other.Height));
        }
    }

    /// <summary>What is checked, at the moment of a check, as it is drawn.</summary>
    public sealed class Actor
    {
        /// <summary>What kind of sprite it is.</summary>
        public string Sprite { get; }

        /// <summary>Which of its kind it is; by default there is only one.</summary>
        public string Name { get; set; }

        /// <summary>A class of sprites, by default the kind of sprite.</summary>
        public string Kind { get; set; }

        /// <summary>What a player sees.</summary>
        public Picture Picture { get; set; }

        /// <summary>What the game tests, by default the solid pixels of the picture.</summary>
        public Mask Mask { get; set; }

        /// <summary>The box that the game tests, by default that of a picture which is not turned.</summary>
        public Box? Hitbox { get; set; }

        /// <summary>The radius of the circle that the game tests, about the middle of its box, or its origin.</summary>
        public double? Radius { get; set; }

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

        /// <summary>False for a box alone, which is another one each time.</summary>
        internal bool IsOne { get; private set; } = true;

        internal bool IsDrawn => Picture != null || Mask != null;

        public Actor(string sprite, Picture picture, double x, double y) : this(sprite, default(Mask), x, y)
        {
            Picture = picture;
        }

        public Actor(string sprite, Mask mask, double x, double y)
        {
            Sprite = Name = sprite;
            Mask = mask;
            X = x;
            Y = y;
        }

        public Actor(string sprite, Box hitbox) : this(sprite, default(Mask), hitbox.X, hitbox.Y)
        {
            Hitbox = hitbox;
        }

        public static implicit operator Actor(Box box)
        {
            return new Actor("rect", box) { IsOne = false };
        }

        public static implicit operator Actor((double x, double y, double width, double height) box)
        {
            return new Box(box.x, box.y, box.width, box.height);
        }

        /// <summary>The picture's box as long as it is not turned.</summary>
        Box Drawn()
        {
            var width = ScaleX * (Picture?.Width ?? Mask.Rows[0].Length);
            var height = ScaleY * (Picture?.Height ?? Mask.Rows.Count);
            double left = X - OriginX * ScaleX, top = Y - OriginY * ScaleY;
            return new Box(left, top, 0, 0).Union(new Box(left + width, top + height, 0, 0));
        }

        internal Box? Tested()
        {
            return Hitbox ?? (IsDrawn && Rotation == 0 ? Drawn() : default(Box?));
        }

        /// <summary>The circle that the game tests, as x, y and radius.</summary>
        internal double[] Circle()
        {
            var around = Tested() ?? new Box(X, Y, 0, 0);
            return Radius == null ? null : new[] { around.X + around.Width / 2, around.Y + around.Height / 2, Radius.Value };
        }

        /// <summary>A box around the picture, whatever its turn, and what is tested.</summary>
        internal Box Reach()
        {
            var reach = Tested() ?? new Box(X, Y, 0, 0);
            if (IsDrawn)
            {
                var box = Drawn();
                var right = Math.Max(Math.Abs(box.X - X), Math.Abs(box.X + box.Width - X));
                var down = Math.Max(Math.Abs(box.Y - Y), Math.Abs(box.Y + box.Height - Y));
                var far = Math.Sqrt(right * right + down * down);
                reach = reach.Union(Rotation == 0 ? box : new Box(X - far, Y - far, 2 * far, 2 * far));
            }
            var circle = Circle();
            return circle == null ? reach
                : reach.Union(new Box(circle[0] - circle[2], circle[1] - circle[2], 2 * circle[2], 2 * circle[2]));
        }
    }
}
