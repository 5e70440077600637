# Fishbowl in a container:
#   docker build -t fishbowl .
#   docker run --name fishbowl --read-only --cap-drop ALL --ulimit nofile=65536 -p 127.0.0.1:8000:8000 \
#     -v fishbowl:/opt/fishbowl/data fishbowl --allowed-host chat.example.org
# The one-time code for the first password is in the container's log. Files for compose are in docs/deploy/.
FROM denoland/deno:2.9.6 AS build
WORKDIR /opt/fishbowl
COPY . .
RUN deno install --frozen && deno task build && mkdir ../data
# What serves is scripts, the page, and the settings that hold its permissions: no compiler, no packages, and no reason to
# ask npm for any.
RUN sed -i 's/"nodeModulesDir": "auto"/"nodeModulesDir": "manual"/' deno.json && \
    mkdir ../served && cp -a LICENSE deno.json dist ../served/

# The C library and the certificates of authorities: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12
COPY --from=denoland/deno:bin-2.9.6 /deno /usr/local/bin/deno
WORKDIR /opt/fishbowl
COPY --from=build /opt/served .
COPY --from=build --chown=1000:1000 /opt/data data
# Nobody here may write but into the volume: what was compiled is not kept, nor looked for.
ENV DENO_DIR=/nonexistent DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 FISHBOWL_HOST=0.0.0.0 FISHBOWL_DATA=/opt/fishbowl/data
USER 1000:1000
VOLUME /opt/fishbowl/data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
    CMD ["/usr/local/bin/deno", "run", "--quiet", "--no-prompt", "--no-remote", "--allow-net=127.0.0.1", "--allow-env=FISHBOWL_PORT", "dist/program/is_healthy.js"]
# The launcher gives the server the permissions of deno.json, and no others.
ENTRYPOINT ["/usr/local/bin/deno", "run", "--quiet", "--no-prompt", "--no-remote", "-P=launch", "--allow-run=/usr/local/bin/deno", "dist/program/launch.js"]
CMD ["serve"]
