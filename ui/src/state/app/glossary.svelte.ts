import type { BookView, RuleView } from '../../backend/views';

/** The context under which every rule number finds the glossary. */
export const glossaryKey = Symbol('glossary');

/** The rules of every book by their numbers, and the one that is being read. */
export class Glossary {
  books = $state.raw<readonly BookView[]>([]);
  /** The rule that is shown now. */
  shown = $state.raw<RuleView | null>(null);

  private readonly rules: Readonly<Record<string, RuleView>> = $derived(
    Object.fromEntries(this.books.flatMap((book) => book.glossary.map((rule) => [rule.id, rule]))),
  );

  knows(id: string): boolean {
    return Object.hasOwn(this.rules, id);
  }

  titleOf(id: string): string {
    return this.rules[id]?.title ?? '';
  }

  show(id: string): void {
    this.shown = this.rules[id] ?? null;
  }
}
