# Stands for the image of Caddy where that cannot be had: Debian's.
FROM debian:12-slim
LABEL warung.stand-in=true
RUN apt-get update && apt-get install -y --no-install-recommends caddy wget && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
