//! Small convolutional networks: what is needed to run one, and nothing else. Training is in `examples/train`.

mod conv;
mod maps;
mod weights;

pub use conv::{Conv, ConvShape};
pub use maps::Maps;
pub use weights::WeightsError;

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

impl Network {
    /// From a file of `data/`. A test reads all of them; a network without layers finds nothing.
    pub(crate) fn embedded(bytes: &[u8]) -> Self {
        Self::from_bytes(bytes).unwrap_or(Self { layers: Vec::new() })
    }

    /// The outputs for some inputs.
    pub fn run(&self, inputs: Maps) -> Maps {
        self.layers.iter().fold(inputs, |maps, layer| match layer {
            Layer::Conv(conv) => conv.run(&maps),
            Layer::Pool => maps.pooled(),
        })
    }
}

/// The two networks that find and read dice.
pub(crate) struct DiceNetworks {
    /// Finds places where upper faces may be.
    pub(crate) detector: Network,
    /// Says what each of them is.
    pub(crate) faces: Network,
}

impl DiceNetworks {
    /// From the files of `data/`.
    pub(crate) fn new(detector: &[u8], faces: &[u8]) -> Self {
        Self { detector: Network::embedded(detector), faces: Network::embedded(faces) }
    }
}
