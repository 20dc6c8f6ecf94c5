# Replaces the PostgreSQL image if it cannot be downloaded: the project's embedded server, started in the same way.
FROM debian:12-slim
LABEL warung.stand-in=true
RUN useradd --system --uid 999 postgres
COPY native /usr/local/pgsql
COPY postgres.sh /usr/local/bin/docker-entrypoint.sh
COPY answers.sh /usr/local/bin/pg_isready
VOLUME /var/lib/postgresql
ENV ASKED_PORT=5432
ENTRYPOINT ["docker-entrypoint.sh"]
