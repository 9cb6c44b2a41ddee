"""OpenStack Swift with its S3 API in one process: the proxy, and one store of each kind on one disk.

Arguments: a folder, and the ports of the proxy and of the stores of accounts, containers and objects.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.account.server import AccountController
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

folder = sys.argv[1]
ports = [int(port) for port in sys.argv[2:6]]

# The installed /etc/swift is another server's, or absent.
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b"", b"svc"
# A socket that does not exist: nothing is written to the machine's log.
CONF = {
    "devices": os.path.join(folder, "disks"),
    "swift_dir": folder,
    "mount_check": "false",
    "log_address": os.path.join(folder, "no-log"),
    "recon_cache_path": folder,
    "allow_versions": "false",
    "eventlet_debug": "false",
}

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_address = {folder}/no-log

[pipeline:main]
pipeline = catch_errors s3api tempauth proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
# So that tests with few objects have several pages.
max_bucket_listing = 4
force_swift_request_proxy_log = false

[filter:tempauth]
use = egg:swift#tempauth
user_svc_tester = testing .admin
"""


class Nothing:
    """A log that keeps nothing, and the memcached that tempauth requires and does not use for S3."""

    server = ""

    def __getattr__(self, _):
        return lambda *args, **kwargs: None


def with_cache(app):
    def run(env, start_response):
        env["swift.cache"] = Nothing()
        return app(env, start_response)

    return run


def make_ring(kind, port):
    name = os.path.join(folder, kind + ".ring.gz")
    if os.path.exists(name):
        return
    builder = RingBuilder(2, 1, 0)
    device = {"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "weight": 1.0}
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(name)


os.makedirs(os.path.join(folder, "disks", "disk"), exist_ok=True)
for kind, port in zip(("account", "container", "object"), ports[1:]):
    make_ring(kind, port)
conf = os.path.join(folder, "proxy.conf")
with open(conf, "w") as file:
    file.write(PROXY.format(folder=folder))

null = Nothing()
apps = [
    with_cache(loadapp(conf)),
    AccountController(CONF, logger=null),
    ContainerController(CONF, logger=null),
    ObjectController(CONF, logger=null),
]
servers = [
    eventlet.spawn(wsgi.server, eventlet.listen(("127.0.0.1", port)), app, null, protocol=wsgi.HttpProtocol)
    for port, app in zip(ports, apps)
]
print("ready", flush=True)
for server in servers:
    server.wait()
