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
