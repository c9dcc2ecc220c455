#![allow(dead_code, missing_docs, clippy::unwrap_used)]
#[path = "../../tests/score.rs"]
mod score;
#[path = "../../tests/taught.rs"]
mod taught;
use demo::DieShape;
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let shape = match arguments[1].as_str() {
        "d6" => DieShape::D6,
        "d8" => DieShape::D8,
        "d10" => DieShape::D10,
        "tens" => DieShape::Tens,
        _ => DieShape::D20,
    };
    let n = |at: usize| arguments[at].parse::<u64>().unwrap();
    taught::score(shape, n(2)..n(3), n(4));
}
