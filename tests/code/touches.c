
/* What `tests/scan_code.rs` adds to the scan in C: the answers at every placement of the sprites in a.rgba and b.rgba. */
#include <stdio.h>

#ifndef MASKS_AS_DATA
static Mask mask_in(const char *name, int width, int height, int threshold)
{
    size_t count = (size_t)width * (size_t)height * 4;
    uint8_t *rgba = malloc(count);
    FILE *file = fopen(name, "rb");
    if (!rgba || !file || fread(rgba, 1, count, file) != count) {
        abort();
    }
    fclose(file);
    Mask mask = mask_of(rgba, width, height, threshold);
    free(rgba);
    return mask;
}
#endif

int main(void)
{
    int aw, ah, bw, bh;
    FILE *sizes = fopen("sizes", "r");
    if (!sizes || fscanf(sizes, "%d %d %d %d", &aw, &ah, &bw, &bh) != 4) {
        return 1;
    }
    fclose(sizes);
    Mask ship = mask_in("a.rgba", aw, ah, OF_A), rock = mask_in("b.rgba", bw, bh, OF_B);
    for (int dy = -bh; dy <= ah; dy++) {
        printf("answers ");
        for (int dx = -bw; dx <= aw; dx++) {
            putchar(touches(&ship, &rock, dx, dy) ? '1' : '0');
        }
        putchar('\n');
    }
    return 0;
}
