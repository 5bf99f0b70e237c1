
// What `tests/scan_code.rs` adds to the scan for a canvas: the answers at every placement of the sprites in a.rgba and b.rgba.
const fs = require("fs");
const [aw, ah, bw, bh] = fs.readFileSync("sizes", "utf8").split(" ").map(Number);

// A canvas that gives back the picture that was drawn.
globalThis.document = {
    createElement() {
        let drawn;
        const getImageData = (x, y, width, height) => ({ width, height, data: drawn.data });
        return { getContext: () => ({ drawImage: (image) => void (drawn = image), getImageData }) };
    },
};
const picture = (file, width, height) => ({ width, height, data: new Uint8ClampedArray(fs.readFileSync(file)) });
const ship = maskOf(picture("a.rgba", aw, ah), OF_A);
const rock = maskOf(picture("b.rgba", bw, bh), OF_B);
for (let dy = -bh; dy <= ah; dy++) {
    let answers = "";
    for (let dx = -bw; dx <= aw; dx++) answers += touches(ship, rock, dx, dy) ? "1" : "0";
    console.log(`answers ${answers}`);
}
