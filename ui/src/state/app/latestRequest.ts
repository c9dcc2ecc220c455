/**
 * Runs one request at a time. While one runs, only the newest further request waits. Responses to cancelled requests
 * are dropped.
 */
export class LatestRequest<Query, Response> {
  private waiting: { query: Query } | null = null;
  private running = false;
  private generation = 0;

  constructor(
    private readonly request: (query: Query) => Promise<Response>,
    private readonly onResponse: (response: Response, query: Query) => void,
    private readonly onTrouble: (thrown: unknown) => void,
  ) {}

  send(query: Query): void {
    this.waiting = { query };
    void this.run();
  }

  /** Drops the waiting request and the response of the running one. */
  cancel(): void {
    this.waiting = null;
    this.generation++;
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let next = this.waiting; next; next = this.waiting) {
      this.waiting = null;
      const generation = this.generation;
      try {
        const response = await this.request(next.query);
        if (generation === this.generation) this.onResponse(response, next.query);
      } catch (thrown) {
        if (generation === this.generation) this.onTrouble(thrown);
      }
    }
    this.running = false;
  }
}
