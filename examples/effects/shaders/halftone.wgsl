// Shows the view as dots on dark paper, like a printed picture: the brighter a cell, the larger its dot.
// Length: the side of a cell, in pixels of the view. Parameters: brightness of the paper, 0 to 1.
fn effect(pixel: EffectPixel) -> vec4<f32> {
    let side = max(i32(pixel.length), 1);
    let corner = pixel.position / side * side;
    let color = read_pixel(corner + side / 2);
    let light = max(color.r, max(color.g, color.b));
    // Twice the distance from the cell's centre. The brightest dot reaches the cell's corners.
    let away = vec2<f32>(2 * (pixel.position - corner) + 1 - side);
    if dot(away, away) <= 2.0 * light * f32(side * side) {
        return color;
    }
    return vec4(color.rgb * pixel.parameters[0], color.a);
}
