/** Of the Battery Status API (W3C), which only Chromium has. */
interface Battery {
  level: number;
  charging: boolean;
}

/** The phone's battery; null where the browser does not say. */
export async function readBattery(): Promise<Battery | null> {
  const browser = navigator as Navigator & { getBattery?: () => Promise<Battery> };
  try {
    return (await browser.getBattery?.()) ?? null;
  } catch {
    return null;
  }
}
