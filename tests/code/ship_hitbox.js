// Hitbox of Ship.png (48 × 40 px), in px from its top left: shipHitbox(this.matter.add.sprite(x, y, "ship"));
// For Matter: Arcade has one box or circle for a sprite.
function shipHitbox(sprite) {
    const { Bodies, Body, Vertices } = Phaser.Physics.Matter.Matter;
    const pieces = [
        // box 32 × 30
        [[4, 6], [36, 6], [36, 36], [4, 36]],
        // box 8 × 9
        [[4.5, 6], [12.5, 6], [12.5, 15], [4.5, 15]],
        // circle r 18.5, as a polygon of 31 corners: at most 0.1 px inside it
        [[42.5, 20], [42.121, 23.724], [41.001, 27.296], [39.184, 30.568], [36.746, 33.409], [33.786, 35.7],
         [30.425, 37.348], [26.801, 38.287], [23.063, 38.476], [19.363, 37.909], [15.853, 36.609], [12.676, 34.629],
         [9.963, 32.05], [7.825, 28.978], [6.348, 25.538], [5.595, 21.872], [5.595, 18.128], [6.348, 14.462],
         [7.825, 11.022], [9.963, 7.95], [12.676, 5.371], [15.853, 3.391], [19.363, 2.091], [23.063, 1.524],
         [26.801, 1.713], [30.425, 2.652], [33.786, 4.3], [36.746, 6.591], [39.184, 9.432], [41.001, 12.704],
         [42.121, 16.276]],
        // ellipse 24 × 12, as a polygon of 25 corners: at most 0.1 px inside it
        [[36, 20], [35.623, 21.492], [34.516, 22.891], [32.748, 24.107], [30.43, 25.066], [27.708, 25.706],
         [24.753, 25.988], [21.751, 25.894], [18.891, 25.429], [16.351, 24.623], [14.292, 23.527], [12.843, 22.209],
         [12.095, 20.752], [12.095, 19.248], [12.843, 17.791], [14.292, 16.473], [16.351, 15.377], [18.891, 14.571],
         [21.751, 14.106], [24.753, 14.012], [27.708, 14.294], [30.43, 14.934], [32.748, 15.893], [34.516, 17.109],
         [35.623, 18.508]],
        // polygon of 5 corners, in 3 convex pieces
        [[5, 2.125], [0, 8], [0, 0]],
        [[5, 2.125], [0, 0], [10, 0]],
        [[5, 2.125], [10, 0], [10, 8]],
    ];
    const parts = pieces.map((piece) => {
        const corners = piece.map(([x, y]) => ({ x, y }));
        const { x, y } = Vertices.centre(corners);
        return Bodies.fromVertices(x, y, corners);
    });
    const body = Body.create({ parts });
    // A sprite of Matter has its origin in the centre of mass.
    const { x, y } = body.position;
    Body.translate(body, sprite.getTopLeft());
    return sprite.setExistingBody(body).setOrigin(x / 48, y / 40);
}
