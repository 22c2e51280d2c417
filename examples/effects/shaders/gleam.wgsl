// A band of light that runs over a sprite, from its top left corner to its bottom right one. It has the material's colour.
// Parameters: its place, 0 to 1, and its width in texels.
fn material(sprite: SpriteTexel) -> vec4<f32> {
    let texel = floor(sprite.position);
    let way = sprite.size.x + sprite.size.y + 2.0 * sprite.parameters.y;
    let band = way * sprite.parameters.x - sprite.parameters.y;
    let away = abs(texel.x + texel.y - band);
    let light = clamp(1.0 - away / sprite.parameters.y, 0.0, 1.0);
    return vec4(mix(sprite.color.rgb, sprite.material_color.rgb, light), sprite.color.a);
}
