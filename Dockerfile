FROM node:24-alpine AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY README.md LICENSE tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY server-card server-card
COPY skills skills
COPY docs/operating.md docs/building.md docs/runbook.md docs/
COPY bin bin
COPY src src
# `--build-arg COMMIT=$(git rev-parse HEAD)`: --version and the metrics name it.
ARG COMMIT
RUN COMMIT=$COMMIT node scripts/package.ts && npm prune --omit=dev --ignore-scripts
# OpenTelemetry, which the package leaves to those who want traces; in the versions of the lock file too.
RUN npm install --no-save --save-prod --omit=dev --ignore-scripts \
  $(node -p "Object.entries(require('./package.json').peerDependencies).map((peer) => peer.join('@')).join(' ')")

FROM node:24-alpine
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# The versions of the lock file, not those that an installation would find today.
COPY --from=build /build/package.json /build/LICENSE /app/
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/server-card /app/server-card
COPY --from=build /build/skills /app/skills
COPY --from=build /build/docs /app/docs
COPY --from=build /build/bin /app/bin
COPY --from=build /build/dist /app/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz?exclude=store').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm or a shell: signals have to reach the service.
ENTRYPOINT ["node", "/app/bin/sdk-catalog.js"]
CMD ["serve"]
