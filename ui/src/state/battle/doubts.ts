import type { LiveView, QuestionView } from '../../backend/views';

/**
 * The questions to ask now: the first of those on which a decision depends, or every one if the player wants to be
 * asked at once.
 */
export function askedQuestions(live: LiveView | null, atOnce: boolean): QuestionView[] {
  const questions = live?.questions ?? [];
  return atOnce ? questions : questions.filter(({ due }) => due).slice(0, 1);
}

/** The names of ships in doubt about which nothing is asked now. */
export function namesInDoubt(live: LiveView | null, asked: readonly QuestionView[]): string[] {
  const inDoubt = live?.ships.filter((ship) => ship.name_doubt || ship.bow_doubt) ?? [];
  return inDoubt
    .filter(({ id }) => !asked.some((question) => question.ships.includes(id)))
    .map(({ name }) => name);
}
