# Replaces the Caddy image if it cannot be downloaded, with Debian's Caddy.
FROM debian:12-slim
LABEL warung.stand-in=true
RUN apt-get update && apt-get install -y --no-install-recommends caddy wget && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
# Debian's Caddy uses an older name for a snippet's argument.
CMD sed 's/{args\[0\]}/{args.0}/' /etc/caddy/Caddyfile >/tmp/Caddyfile \
  && exec caddy run --config /tmp/Caddyfile --adapter caddyfile
