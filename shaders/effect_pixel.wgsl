// What the function of an effect of a game's own reads. Channels are 0 to 1, and not premultiplied.
struct EffectPixel {
    // Colour of the pixel.
    color: vec4<f32>,
    // Column and row in the view, in pixels of the target.
    position: vec2<i32>,
    // Position of the pixel's centre in the view, 0 to 1.
    uv: vec2<f32>,
    // Width and height of the view, in pixels of the target.
    size: vec2<i32>,
    // Length of the effect, in pixels of the target.
    length: f32,
    // Parameters of the effect.
    parameters: array<f32, 8>,
}
