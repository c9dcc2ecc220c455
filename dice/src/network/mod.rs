//! Small convolutional networks: what is needed to run one, and nothing else. Training is in `examples/train`.

mod conv;
mod maps;
mod weights;
mod winograd;

pub use conv::{Conv, ConvShape};
pub use maps::Maps;
pub use weights::WeightsError;
use winograd::Winograd;

/// One step of a network.
#[derive(Debug, Clone, PartialEq)]
pub enum Layer {
    /// A convolution, with or without rectification.
    Conv(Conv),
    /// The largest of each two by two values.
    Pool,
}

/// A chain of layers.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// The layers, first to last.
    pub layers: Vec<Layer>,
}

/// A network that is ready to be run.
#[derive(Debug)]
pub struct Inference(Vec<Step>);

#[derive(Debug)]
enum Step {
    Conv(Conv),
    Winograd(Winograd),
    Pool,
}

impl Inference {
    /// Of a network as it is now.
    pub fn new(network: &Network) -> Self {
        let step = |layer: &Layer| match layer {
            Layer::Conv(conv) => Winograd::of(conv).map_or_else(|| Step::Conv(conv.clone()), Step::Winograd),
            Layer::Pool => Step::Pool,
        };
        Self(network.layers.iter().map(step).collect())
    }

    /// From a file of `data/`. A test reads all of them; a network without layers finds nothing.
    pub(crate) fn embedded(bytes: &[u8]) -> Self {
        Network::from_bytes(bytes).map_or_else(|_| Self(Vec::new()), |network| Self::new(&network))
    }

    /// The outputs for some inputs.
    pub fn run(&self, inputs: Maps) -> Maps {
        self.0.iter().fold(inputs, |maps, step| match step {
            Step::Conv(conv) => conv.run(&maps),
            Step::Winograd(conv) => conv.run(&maps),
            Step::Pool => maps.pooled(),
        })
    }

    #[cfg(test)]
    pub(crate) fn is_whole(&self) -> bool {
        self.0.len() > 1
    }
}

/// The two networks that find and read dice.
pub(crate) struct DiceNetworks {
    /// Finds places where upper faces may be.
    pub(crate) detector: Inference,
    /// Says what each of them is.
    pub(crate) faces: Inference,
}

impl DiceNetworks {
    /// From the files of `data/`.
    pub(crate) fn new(detector: &[u8], faces: &[u8]) -> Self {
        Self { detector: Inference::embedded(detector), faces: Inference::embedded(faces) }
    }
}
