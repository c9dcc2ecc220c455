//! A trained network as a file: for each layer a line of whole numbers (32 bits, little endian), then its weights.
//!
//! Weights are stored as bytes: each output's row has a scale, so that its largest weight is 127.

use super::{Conv, ConvShape, Layer, Network};
use nalgebra::DMatrix;
use thiserror::Error;

/// A file of weights that can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "The network's weights are damaged: the file ends too early or says impossible sizes. Train it again."
)]
pub struct WeightsError;

/// No layer is larger than this.
const MOST: u32 = 4096;

impl Network {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for layer in &self.layers {
            let Layer::Conv(conv) = layer else {
                bytes.extend([0_u32; 7].iter().flat_map(|number| number.to_le_bytes()));
                continue;
            };
            let shape = &conv.shape;
            let numbers =
                [shape.kernel, shape.stride, shape.dilation, shape.padding, shape.inputs, shape.outputs];
            bytes.extend(numbers.iter().flat_map(|number| (*number as u32).to_le_bytes()));
            bytes.extend(u32::from(conv.rectified).to_le_bytes());
            for (row, bias) in conv.weights.row_iter().zip(&conv.bias) {
                let scale = row.amax().max(1e-9) / 127.0;
                bytes.extend(bias.to_le_bytes());
                bytes.extend(scale.to_le_bytes());
                bytes.extend(row.iter().map(|weight| (weight / scale).round() as i8 as u8));
            }
        }
        bytes
    }

    /// A network from a file's bytes.
    ///
    /// # Errors
    /// [`WeightsError`], when the bytes are no network.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut layers = Vec::new();
        while !bytes.is_empty() {
            let mut numbers = [0; 7];
            for number in &mut numbers {
                *number = u32::from_le_bytes(taken(&mut bytes)?);
            }
            if numbers == [0; 7] {
                layers.push(Layer::Pool);
                continue;
            }
            if numbers.iter().any(|number| *number > MOST) {
                return Err(WeightsError);
            }
            let [kernel, stride, dilation, padding, inputs, outputs, rectified] =
                numbers.map(|number| number as usize);
            let shape = ConvShape { kernel, stride, dilation, padding, inputs, outputs };
            if kernel == 0 || stride == 0 || inputs == 0 || outputs == 0 {
                return Err(WeightsError);
            }
            let taps =
                kernel.checked_mul(kernel).and_then(|taps| taps.checked_mul(inputs)).ok_or(WeightsError)?;
            let (mut weights, mut bias) = (Vec::new(), Vec::new());
            for _ in 0..outputs {
                bias.push(f32::from_le_bytes(taken(&mut bytes)?));
                let scale = f32::from_le_bytes(taken(&mut bytes)?);
                let (row, rest) = bytes.split_at_checked(taps).ok_or(WeightsError)?;
                weights.extend(row.iter().map(|weight| f32::from(*weight as i8) * scale));
                bytes = rest;
            }
            let weights = DMatrix::from_row_iterator(outputs, taps, weights);
            layers.push(Layer::Conv(Conv { shape, weights, bias, rectified: rectified != 0 }));
        }
        Ok(Self { layers })
    }
}

fn taken<'a>(bytes: &mut &'a [u8]) -> Result<[u8; 4], WeightsError> {
    let all: &'a [u8] = bytes;
    let (first, rest) = all.split_first_chunk().ok_or(WeightsError)?;
    *bytes = rest;
    Ok(*first)
}
