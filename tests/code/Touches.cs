
// What `tests/scan_code.rs` adds to the scan for MonoGame: its textures, and the answers at every placement of the sprites in
// a.rgba and b.rgba.
namespace Microsoft.Xna.Framework
{
    public struct Color
    {
        public byte A;
    }
}

namespace Microsoft.Xna.Framework.Graphics
{
    public sealed class Texture2D
    {
        public readonly int Width, Height;
        readonly byte[] rgba;

        public Texture2D(string file, int width, int height)
        {
            Width = width;
            Height = height;
            rgba = System.IO.File.ReadAllBytes(file);
        }

        public void GetData(Color[] colors)
        {
            for (int at = 0; at < colors.Length; at++)
                colors[at].A = rgba[4 * at + 3];
        }
    }
}

public static class Touches
{
    public static void Main()
    {
        int[] sizes = Array.ConvertAll(System.IO.File.ReadAllText("sizes").Split(' '), int.Parse);
        var ship = new PixelMask(new Texture2D("a.rgba", sizes[0], sizes[1]), OF_A);
        var rock = new PixelMask(new Texture2D("b.rgba", sizes[2], sizes[3]), OF_B);
        for (int dy = -sizes[3]; dy <= sizes[1]; dy++)
        {
            var answers = new System.Text.StringBuilder("answers ");
            for (int dx = -sizes[2]; dx <= sizes[0]; dx++)
                answers.Append(ship.Touches(rock, dx, dy) ? '1' : '0');
            Console.WriteLine(answers);
        }
    }
}
