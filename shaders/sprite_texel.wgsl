// What the function of a material of a game's own reads. Channels are 0 to 1, and not premultiplied.
struct SpriteTexel {
    // Colour of the texel, filtered and tinted as without the material.
    color: vec4<f32>,
    // Position of the pixel's centre in the image, in texels from its top left corner.
    position: vec2<f32>,
    // The same position, 0 to 1.
    uv: vec2<f32>,
    // Width and height of the image in texels.
    size: vec2<f32>,
    // Colour and parameters of the material.
    material_color: vec4<f32>,
    parameters: vec4<f32>,
}
