//! Feature maps of some pictures.

/// Feature maps of pictures of one size: values by picture, row, column and channel, channels innermost.
#[derive(Debug, Clone, PartialEq)]
pub struct Maps {
    /// How many pictures.
    pub count: usize,
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Channels.
    pub channels: usize,
    /// All values.
    pub values: Vec<f32>,
}

impl Maps {
    /// Maps of zeros.
    pub fn zeros(count: usize, height: usize, width: usize, channels: usize) -> Self {
        Self { count, height, width, channels, values: vec![0.0; count * height * width * channels] }
    }

    /// Where the channels of a place begin.
    pub fn at(&self, picture: usize, row: usize, column: usize) -> usize {
        ((picture * self.height + row) * self.width + column) * self.channels
    }

    /// The largest of each two by two values; an odd row or column at the end is left out.
    pub fn pooled(&self) -> Self {
        let mut pooled = Self::zeros(self.count, self.height / 2, self.width / 2, self.channels);
        let mut places = pooled.values.chunks_exact_mut(self.channels);
        for picture in 0..pooled.count {
            for row in 0..pooled.height {
                for column in 0..pooled.width {
                    let Some(largest) = places.next() else { continue };
                    let corner = self.at(picture, 2 * row, 2 * column);
                    let below = corner + self.width * self.channels;
                    largest.copy_from_slice(&self.values[corner..corner + self.channels]);
                    for from in [corner + self.channels, below, below + self.channels] {
                        for (largest, value) in largest.iter_mut().zip(&self.values[from..]) {
                            *largest = largest.max(*value);
                        }
                    }
                }
            }
        }
        pooled
    }
}
