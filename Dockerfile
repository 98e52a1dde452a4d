FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY README.md LICENSE ./
COPY scripts scripts
COPY server-card server-card
COPY skills skills
COPY bin bin
COPY src src
RUN npm pack --pack-destination /tmp && npm install --global --prefix /package /tmp/sdk-catalog-*.tgz

FROM node:24-alpine
# A young generation that does not grow with the memory of the machine: a hundred MB less.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_OPTIONS=--max-semi-space-size=4
COPY --from=build /package /usr/local
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz?exclude=store').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm or a shell: signals have to reach the service.
ENTRYPOINT ["node", "/usr/local/lib/node_modules/sdk-catalog/bin/sdk-catalog.js"]
CMD ["serve"]
