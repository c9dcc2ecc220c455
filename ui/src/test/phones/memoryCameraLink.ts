import type { PhoneCameraLink, PhonePicture } from '../../backend/net/phoneCamera';
import type { CameraOffer, CameraStatus, CameraWish } from '../../backend/views';

/** A wish for ten reduced pictures a second. */
export function sampleWish(changes: Partial<CameraWish> = {}): CameraWish {
  return { in_use: true, stream_fps: 10, stream_width_px: 1280, full_pictures: 0, ...changes };
}

/** The net for a phone's camera, in memory. It records what is sent. */
export interface MemoryCameraLink extends PhoneCameraLink {
  offers: (CameraOffer | null)[];
  statuses: CameraStatus[];
  pictures: PhonePicture[];
  push(wish: CameraWish): void;
  connect(): void;
}

export function memoryCameraLink(changes: Partial<PhoneCameraLink> = {}): MemoryCameraLink {
  let onWish: (wish: CameraWish) => void = () => undefined;
  let onConnected: () => void = () => undefined;
  const link: MemoryCameraLink = {
    offers: [],
    statuses: [],
    pictures: [],
    offerCamera: async (offer) => void link.offers.push(offer),
    reportStatus: async (status) => void link.statuses.push(status),
    sendPicture: async (picture) => void link.pictures.push(picture),
    onWish: (listener) => {
      onWish = listener;
      return () => (onWish = () => undefined);
    },
    onConnected: (listener) => {
      onConnected = listener;
      return () => (onConnected = () => undefined);
    },
    push: (wish) => onWish(wish),
    connect: () => onConnected(),
    ...changes,
  };
  return link;
}
