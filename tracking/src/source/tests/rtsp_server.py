"""Two RTSP servers with GStreamer: H.264 pictures of one brightness, which says when they were taken.

    rtsp_server.py PORT    PORT of the first, 0: any free one. It prints both ports once they answer.

The first is open to all: /table, and /udp, which is sent over UDP only. The second wants the name anna and the password
secret for its /table.
"""

import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

# The brightness is LOWEST at a multiple of LEVELS * STEP_MS since 1970, and rises by one every STEP_MS.
LOWEST, LEVELS, STEP_MS = 40, 160, 20
WIDTH, HEIGHT, RATE = 320, 240, 25
OWNER = "owner"


def push_picture(source):
    level = LOWEST + int(time.time() * 1000 / STEP_MS) % LEVELS
    # I420: brightness of every pixel, then the two colours of every fourth, here none.
    picture = bytes([level]) * (WIDTH * HEIGHT) + bytes([128]) * (WIDTH * HEIGHT // 2)
    return source.emit("push-buffer", Gst.Buffer.new_wrapped(picture)) == Gst.FlowReturn.OK


def configured(_factory, media):
    GLib.timeout_add(1000 // RATE, push_picture, media.get_element().get_by_name("clock"))


def stream():
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(
        "( appsrc name=clock is-live=true do-timestamp=true format=time"
        f" caps=video/x-raw,format=I420,width={WIDTH},height={HEIGHT},framerate={RATE}/1"
        " ! openh264enc gop-size=25 ! rtph264pay name=pay0 pt=96 )"
    )
    factory.set_shared(True)
    factory.connect("media-configure", configured)
    return factory


def serve(port, streams, auth=None):
    server = GstRtspServer.RTSPServer(address="127.0.0.1", service=port)
    server.set_auth(auth)
    for path, factory in streams.items():
        server.get_mount_points().add_factory(path, factory)
    server.attach(None)
    return server


Gst.init(None)
over_udp = stream()
over_udp.set_protocols(GstRtsp.RTSPLowerTrans.UDP)

locked, permissions = stream(), GstRtspServer.RTSPPermissions()
permissions.add_permission_for_role(OWNER, "media.factory.access", True)
permissions.add_permission_for_role(OWNER, "media.factory.construct", True)
locked.set_permissions(permissions)
token = GstRtspServer.RTSPToken()
token.set_string("media.factory.role", OWNER)
auth = GstRtspServer.RTSPAuth()
auth.add_basic(GstRtspServer.RTSPAuth.make_basic("anna", "secret"), token)

servers = [serve(sys.argv[1], {"/table": stream(), "/udp": over_udp}), serve("0", {"/table": locked}, auth)]
print(*[server.get_bound_port() for server in servers], flush=True)
GLib.MainLoop().run()
