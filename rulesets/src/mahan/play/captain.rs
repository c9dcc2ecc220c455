//! Carries out Mahan's side of his own book: his orders need no decision (MAH-3), but somebody must move
//! models, throw dice and check off hits.

use crate::core::{Commander, Faces, Halt, Order, Outlook, TooClose};
use crate::gunboat;
use crate::mahan::play::book::MahanBook;
use crate::mahan::play::events::decision::Decision;
use crate::mahan::play::presentation::questions::Ask;

/// Does what the rules prescribe for Mahan. Models are set down in the centre of their hexes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Solo;

impl Commander<MahanBook> for Solo {
    fn order(&mut self, outlook: &Outlook<'_, MahanBook>) -> Option<Order<Decision>> {
        let ask = &outlook.questions.first()?.ask;
        Some(match ask {
            Ask::Roll => Order::only(Decision::Roll { faces: Faces::App }),
            Ask::MahanMoved { places } => {
                let grid = outlook.state.grid?;
                let models = places.iter().map(|(id, place)| (id.clone(), vec![place.pose(&grid)])).collect();
                let ships = places.iter().map(|(id, _)| id.clone()).collect();
                Order { models, decision: Decision::MahanMoved { ships, settled: Vec::new() } }
            }
            Ask::Gunnery { ask: gunboat::Ask::Roll { rolls } } => Order::only(Decision::Gunnery {
                decision: gunboat::Decision::Roll { rolls: rolls.clone(), faces: Faces::App },
            }),
            Ask::ForMahan => Order::only(Decision::ForMahan),
            _ => return None,
        })
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, MahanBook>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Halt::TooClose { questions } = halt else { return None };
        let Order { models, mut decision } = order;
        let Decision::MahanMoved { settled, .. } = &mut decision else { return None };
        settled.extend(questions.iter().filter_map(TooClose::first_reading));
        Some(Order { models, decision })
    }
}
