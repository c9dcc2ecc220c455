import type { BookView, RuleView } from '../../backend/views';

/** Svelte context key of the glossary. */
export const glossaryKey = Symbol('glossary');

/** The rules of all books by id, and the rule that is open. */
export class Glossary {
  books = $state.raw<readonly BookView[]>([]);
  /** The open rule. */
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
