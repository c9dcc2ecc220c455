/**
 * Asks one question at a time; a question put while one is on its way waits, and only the newest waits.
 * Answers to questions that no longer matter are dropped.
 */
export class Latest<Q, A> {
  private waiting: { question: Q } | null = null;
  private asking = false;
  private era = 0;

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly onAnswer: (answer: A, question: Q) => void,
    private readonly onTrouble: (thrown: unknown) => void,
  ) {}

  put(question: Q): void {
    this.waiting = { question };
    void this.run();
  }

  /** Whatever is on its way is no longer wanted. */
  forget(): void {
    this.waiting = null;
    this.era++;
  }

  private async run(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    for (let next = this.waiting; next; next = this.waiting) {
      this.waiting = null;
      const era = this.era;
      try {
        const answer = await this.ask(next.question);
        if (era === this.era) this.onAnswer(answer, next.question);
      } catch (thrown) {
        if (era === this.era) this.onTrouble(thrown);
      }
    }
    this.asking = false;
  }
}
