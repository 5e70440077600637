# Fishbowl in a container:
#   docker build -t fishbowl .
#   docker run --name fishbowl --read-only --cap-drop ALL --ulimit nofile=65536 -p 127.0.0.1:8000:8000 \
#     -v fishbowl:/opt/fishbowl/data fishbowl --allowed-host chat.example.org
# The one-time code for the first password is in the container's log. Files for compose are in docs/deploy/.
FROM denoland/deno:2.9.6 AS build
WORKDIR /opt/fishbowl
COPY . .
RUN deno install --frozen && deno task build && mkdir ../data
# What serves has no compiler, no browser's packages, and no reason to ask npm for what is not there.
RUN deno clean --except main.ts server/command_line/launch.ts server/command_line/is_healthy.ts && \
    sed -i 's/"nodeModulesDir": "auto"/"nodeModulesDir": "manual"/' deno.json && \
    rm -rf ui node_modules/.bin

# The C library and the certificates of authorities: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12
COPY --from=denoland/deno:bin-2.9.6 /deno /usr/local/bin/deno
WORKDIR /opt/fishbowl
COPY --from=build /opt/fishbowl .
COPY --from=build --chown=1000:1000 /opt/data data
# Nobody here may write but into the volume: what was compiled is not kept, nor looked for.
ENV DENO_DIR=/nonexistent DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 FISHBOWL_HOST=0.0.0.0 FISHBOWL_DATA=/opt/fishbowl/data
USER 1000:1000
VOLUME /opt/fishbowl/data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
    CMD ["/usr/local/bin/deno", "run", "--quiet", "--no-prompt", "--no-remote", "--allow-net=127.0.0.1", "--allow-env=FISHBOWL_PORT", "server/command_line/is_healthy.ts"]
# The launcher gives the server the permissions of deno.json, and no others.
ENTRYPOINT ["/usr/local/bin/deno", "run", "--quiet", "--no-prompt", "--no-remote", "-P=launch", "--allow-run=/usr/local/bin/deno", "server/command_line/launch.ts"]
CMD ["serve"]
