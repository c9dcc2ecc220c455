import type { ScreenKey } from '../app/navigation.svelte';
import { contentsPage, pages } from './pages';

/** The page that explains a screen. */
const pageOfScreen: Readonly<Record<ScreenKey | 'umpire' | 'phone', string>> = {
  home: 'the-first-evening',
  camera: 'camera-and-cards',
  shore: 'muster-and-shore',
  muster: 'muster-and-shore',
  battle: 'a-battle',
  replay: 'campaign-and-replay',
  campaign: 'campaign-and-replay',
  new: 'scenarios',
  umpire: 'umpire-and-secrets',
  phone: 'phones',
};

/** The words in a book's title by which its page is found. */
const pageOfBook: readonly [RegExp, string][] = [
  [/gunboat/i, 'book-gunboat'],
  [/ironclad vs\. ironclad/i, 'book-hex-duel'],
  [/noddy/i, 'book-noddy'],
  [/sp\s*\/\s*bp/i, 'book-sp-bp'],
  [/mahan/i, 'book-mahan'],
];

/** The page about a rule book, by the book's title. */
export function pageOfTitle(title: string): string | undefined {
  return pageOfBook.find(([words]) => words.test(title))?.[1];
}

/** The handbook: which page is open, and those read before. */
export class Handbook {
  isOpen = $state(false);
  /** The page's name, and a section after "#". */
  place = $state(contentsPage);
  private before = $state.raw<readonly string[]>([]);

  readonly page = $derived(this.place.split('#')[0] ?? contentsPage);
  readonly section = $derived(this.place.split('#')[1] ?? '');
  readonly canGoBack = $derived(this.before.length > 0);

  /** Opens a page; an unknown one opens the contents. */
  open(place: string): void {
    this.before = [];
    this.show(place);
    this.isOpen = true;
  }

  /** Opens the page that explains this screen. */
  openFor(screen: ScreenKey | 'umpire' | 'phone'): void {
    this.open(pageOfScreen[screen]);
  }

  /** Follows a link. */
  follow(place: string): void {
    this.before = [...this.before, this.place];
    this.show(place);
  }

  back(): void {
    const previous = this.before.at(-1);
    if (previous === undefined) return;
    this.before = this.before.slice(0, -1);
    this.place = previous;
  }

  private show(place: string): void {
    this.place = pages[place.split('#')[0] ?? ''] ? place : contentsPage;
  }
}
