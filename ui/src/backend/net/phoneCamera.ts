// What a phone's camera needs of the net. Implemented over both transports; tests use one in memory.

import type { CameraOffer, CameraStatus, CameraWish } from '../views';

/** One JPEG picture of a phone's camera, on its way to the app. */
export interface PhonePicture {
  jpeg: Blob;
  /** Counted from 1 over full and reduced pictures together: a gap is a picture that was lost on its way. */
  number: number;
  /** Full resolution, for measuring; otherwise a reduced picture of the same view. */
  isFull: boolean;
}

/** The camera's side of a phone's connection. Every promise rejects with `Refusal`, or with the error of the net. */
export interface PhoneCameraLink {
  /** Offers this phone's camera as a source (call `offer_camera`); null withdraws it. May be repeated. */
  offerCamera(offer: CameraOffer | null): Promise<void>;
  /** Call `camera_status`. */
  reportStatus(status: CameraStatus): Promise<void>;
  /** `POST /api/camera`: resolves when the app has the picture. Aborting ends the request. Never tried again. */
  sendPicture(picture: PhonePicture, signal: AbortSignal): Promise<void>;
  /** Calls `listener` with each wish that is pushed, until the returned function is called. */
  onWish(listener: (wish: CameraWish) => void): () => void;
  /**
   * Calls `listener` each time a connection has been made (not for the one that exists already), until the returned
   * function is called: an offer is repeated then, because the app may have dropped it with the lost connection.
   */
  onConnected(listener: () => void): () => void;
}
