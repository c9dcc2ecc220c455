/** Says sentences aloud, where this machine has a voice. */
export interface Voice {
  /** None: nothing would be heard. */
  readonly able: boolean;
  /** Says it now; what is being said is cut short. */
  say(sentence: string): void;
}

export function voiceOf(page: Pick<Window, 'speechSynthesis'> | Record<string, never>): Voice {
  const synthesis = 'speechSynthesis' in page ? page.speechSynthesis : undefined;
  if (!synthesis) return { able: false, say: () => undefined };
  return {
    get able() {
      return synthesis.getVoices().length > 0;
    },
    say(sentence) {
      synthesis.cancel();
      synthesis.speak(new SpeechSynthesisUtterance(sentence));
    },
  };
}
