# The server as one image: built with all the tools, run with none of them. Both bases are one image, by its digest:
# docker buildx imagetools inspect node:24.21.0-bookworm-slim says which one the tag leads to today.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /svc
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile --filter svc --filter "@svc/server..." --filter "./packages/*"
RUN node tools/bundle-server/main.ts /out/app && mkdir -p -m 0700 /out/data
# A bundle has no manifests left for a scanner to find: what went into it is in the lock file.
RUN npx -y pnpm@12 --filter "@svc/server..." --filter "@svc/dashboard..." sbom --prod --lockfile-only \
    --sbom-format cyclonedx --sbom-type application --out /out/app/sbom.cdx.json

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
LABEL org.opencontainers.image.title="svc" org.opencontainers.image.licenses="MIT"
# SQLite sorts what memory does not hold in a file, and only /data can be written to. By default, V8 would keep up to
# 128 MiB for new objects after any large work.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=16 \
    SVC_HOST=0.0.0.0 \
    SVC_PORT=4700 \
    SVC_DATA=/data \
    SQLITE_TMPDIR=/data \
    PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=build --chown=node:node /out /
USER node
# Compiled code is kept in the image, where a start finds it even if nothing can be written.
RUN SVC_PORT=0 SVC_DATA=/tmp/warm-up timeout 5 node lib/main.js > /dev/null; test $? = 124 && rm -r /tmp/warm-up
VOLUME /data
EXPOSE 4700
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
    CMD ["node", "lib/health.js"]
STOPSIGNAL SIGTERM
# Node itself, not a shell, so that SIGTERM reaches it: requests under way are answered before it ends.
CMD ["node", "lib/main.js"]
