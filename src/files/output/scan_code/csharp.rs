//! Scans for MonoGame and XNA.

use super::source::CodeSource;

pub const SOURCE: CodeSource = CodeSource {
    comment: "//",
    usage: "MonoGame has no test of pixels. Make a mask of each texture once, when the content is loaded.",
    mask: [
        "public static partial class Masks\n{\n    public static readonly PixelMask {camel_a} = new PixelMask(new[] {",
        "    });\n}",
    ],
    cells: CELLS,
    words: WORDS,
    loops: [
        ["for (int y = top; y < bottom; y++)", "for (int x = left; x < right; x++)"],
        ["for (int y = top; y < bottom; y++)", "for (int x = left; x < right; x += 64)"],
    ],
};

const CELLS: &str = r"
// One px after another, {order}.
{picture}
// Once: var {camel_a} = new PixelMask({camel_a}Texture, {of_a});
//       var {camel_b} = new PixelMask({camel_b}Texture, {of_b});
// A hit: {camel_a}.Touches({camel_b}, dx, dy)

using System;
using Microsoft.Xna.Framework;
using Microsoft.Xna.Framework.Graphics;

public sealed class PixelMask
{
    readonly int width, height;
    readonly bool[,] solid;

    public PixelMask(Texture2D texture, int above)
    {
        width = texture.Width;
        height = texture.Height;
        var colors = new Color[width * height];
        texture.GetData(colors);
        solid = new bool[height, width];
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                solid[y, x] = colors[y * width + x].A > above;
    }
{/picture}
{data}
// A hit: Masks.{camel_a}.Touches(Masks.{camel_b}, dx, dy)

using System;

public sealed class PixelMask
{
    readonly int width, height;
    readonly bool[,] solid;

    public PixelMask(string[] rows)
    {
        width = rows[0].Length;
        height = rows.Length;
        solid = new bool[height, width];
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                solid[y, x] = rows[y][x] == '#';
    }
{/data}

    // dx, dy: the top left of b from that of this, in px.
    public bool Touches(PixelMask b, int dx, int dy)
    {
        int left = Math.Max(0, dx), top = Math.Max(0, dy);
        int right = Math.Min(width, b.width + dx);
        int bottom = Math.Min(height, b.height + dy);
        {outer}
            {inner}
                if (solid[y, x] && b.solid[y - dy, x - dx])
                    return true;
        return false;
    }
}
";

const WORDS: &str = r"
// 64 px of a row in each word, {order}.
{picture}
// Once: var {camel_a} = new PixelMask({camel_a}Texture, {of_a});
//       var {camel_b} = new PixelMask({camel_b}Texture, {of_b});
// A hit: {camel_a}.Touches({camel_b}, dx, dy)

using System;
using Microsoft.Xna.Framework;
using Microsoft.Xna.Framework.Graphics;

public sealed class PixelMask
{
    readonly int width, height;
    readonly ulong[,] rows;

    public PixelMask(Texture2D texture, int above)
    {
        width = texture.Width;
        height = texture.Height;
        var colors = new Color[width * height];
        texture.GetData(colors);
        // One more, so that Bits finds 0 beyond the end.
        rows = new ulong[height, width / 64 + 2];
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                if (colors[y * width + x].A > above)
                    rows[y, x / 64] |= 1UL << (x % 64);
    }
{/picture}
{data}
// A hit: Masks.{camel_a}.Touches(Masks.{camel_b}, dx, dy)

using System;

public sealed class PixelMask
{
    readonly int width, height;
    readonly ulong[,] rows;

    public PixelMask(string[] texts)
    {
        width = texts[0].Length;
        height = texts.Length;
        // One more, so that Bits finds 0 beyond the end.
        rows = new ulong[height, width / 64 + 2];
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                if (texts[y][x] == '#')
                    rows[y, x / 64] |= 1UL << (x % 64);
    }
{/data}

    // 64 px of row y, from x on.
    ulong Bits(int x, int y)
    {
        int word = x / 64, shift = x % 64;
        ulong next = rows[y, word + 1] << 1 << (63 - shift);
        return rows[y, word] >> shift | next;
    }

    // dx, dy: the top left of b from that of this, in px.
    public bool Touches(PixelMask b, int dx, int dy)
    {
        int left = Math.Max(0, dx), top = Math.Max(0, dy);
        int right = Math.Min(width, b.width + dx);
        int bottom = Math.Min(height, b.height + dy);
        {outer}
            {inner}
                if ((Bits(x, y) & b.Bits(x - dx, y - dy)) > 0)
                    return true;
        return false;
    }
}
";
