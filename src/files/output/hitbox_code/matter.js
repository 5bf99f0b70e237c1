    const { Bodies, Body, Vertices } = Phaser.Physics.Matter.Matter;
    const pieces = [
{parts}
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
    return sprite.setExistingBody(body).setOrigin(x / {width}, y / {height});
