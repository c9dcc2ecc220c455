/** Text to speech, if this machine has a voice. */
export interface Voice {
  /** False if there is no voice. */
  readonly isAvailable: boolean;
  /** Speaks now and interrupts the current speech. */
  say(sentence: string): void;
}

/** The page's speech synthesis. */
export function voiceOf(page: Pick<Window, 'speechSynthesis'> | Record<string, never>): Voice {
  const synthesis = 'speechSynthesis' in page ? page.speechSynthesis : undefined;
  if (!synthesis) return { isAvailable: false, say: () => undefined };
  return {
    get isAvailable() {
      return synthesis.getVoices().length > 0;
    },
    say(sentence) {
      synthesis.cancel();
      synthesis.speak(new SpeechSynthesisUtterance(sentence));
    },
  };
}

/** What there is to say: the results of the last command, and what is asked next. */
export interface Spoken {
  results: readonly string[];
  nextCommand: string | undefined;
}

/** The sentences that were not said before: the new results, and the next command if it is another one. */
export function changedSentences(before: Spoken, now: Spoken): string[] {
  const isNew = now.results.join() !== before.results.join();
  return [
    ...(isNew ? now.results : []),
    ...(now.nextCommand !== undefined && now.nextCommand !== before.nextCommand ? [now.nextCommand] : []),
  ];
}
