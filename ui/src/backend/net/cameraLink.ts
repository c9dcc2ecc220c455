import type { CameraOffer, CameraStatus } from '../views';
import type { Connection } from './connection';
import type { PhoneCameraLink } from './phoneCamera';

/** The camera's side of a phone's connection. */
export function cameraLink(connection: Pick<Connection, 'call' | 'onPush' | 'onConnected'>): PhoneCameraLink {
  return {
    offerCamera: async (offer: CameraOffer | null) => {
      await connection.call({ call: 'offer_camera', offer });
    },
    reportStatus: async (status: CameraStatus) => {
      await connection.call({ call: 'camera_status', status });
    },
    async sendPicture({ jpeg, number, isFull }, signal) {
      const response = await fetch(`/api/camera?number=${number}&full=${isFull}`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg' },
        body: jpeg,
        signal,
      });
      if (!response.ok) throw await response.json();
    },
    onWish: (listener) =>
      connection.onPush((push) => {
        if (push.push === 'camera') listener(push.wish);
      }),
    onConnected: (listener) =>
      connection.onConnected((connected) => {
        if (connected) listener();
      }),
  };
}
