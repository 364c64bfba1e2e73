// Serves the JSON Schemas of the files that operators write, so that an editor that follows `$schema` completes them. They hold nothing of anybody.
import type { FastifyPluginAsync } from 'fastify';
import { PUBLISHED_SCHEMAS, publishedSchema, publishedSchemaPath } from '../../directory/inside.ts';

/** `/schemas/pharmacies.json` and those of one pharmacy and one partner. Editors in a browser read them from other origins. */
export const schemaFiles: FastifyPluginAsync = async (app) => {
  for (const name of PUBLISHED_SCHEMAS) {
    const text = publishedSchema(name);
    app.get(publishedSchemaPath(name), { logLevel: 'warn' }, (_request, reply) =>
      reply
        .type('application/schema+json')
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=3600')
        .send(text),
    );
  }
};
