// GraphQL of the pharmacies: one, several by id, and those near a place or by name.

import type {
  NamedPharmacies,
  OpeningHours,
  PharmacyHit,
  PharmacyRow,
} from '../../../directory/directory.ts';
import { addressOf } from '../../../directory/directory.ts';
import { loadOne, present, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageType } from '../page.ts';
import { Address } from './addresses.ts';

export const PharmacyKind = builder.enumType('PharmacyKind', {
  description: 'How patients get what a pharmacy dispenses: they come for it, or it is sent to them.',
  values: ['LOCAL_PICKUP', 'MAIL_ORDER'] as const,
});

const Hours = builder.objectRef<OpeningHours>('OpeningHours').implement({
  description: "Times of the pharmacy's own zone.",
  fields: (t) => ({
    days: t.field({ type: ['String'], description: '`MON` … `SUN`.', resolve: ({ days }) => [...days] }),
    opens: t.exposeString('opens', { description: '`HH:MM`.' }),
    closes: t.exposeString('closes', { description: '`HH:MM`.' }),
  }),
});

export const Pharmacy = builder.objectRef<PharmacyRow>('Pharmacy').implement({
  description: 'A pharmacy of the network.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    kind: t.expose('kind', { type: PharmacyKind }),
    npi: t.exposeString('npi', { nullable: true }),
    ncpdpId: t.exposeString('ncpdp_id', { nullable: true }),
    address: t.field({ type: Address, nullable: true, resolve: (row) => addressOf(row) }),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    fax: t.exposeString('fax', { nullable: true, description: 'Ten digits.' }),
    latitude: t.exposeFloat('latitude', { nullable: true, description: 'Degrees north (WGS 84).' }),
    longitude: t.exposeFloat('longitude', {
      nullable: true,
      description: 'Degrees east (WGS 84); negative in the west.',
    }),
    timeZone: t.exposeString('time_zone', { nullable: true }),
    openingHours: t.field({
      type: [Hours],
      nullable: true,
      description: 'Null when they are not known.',
      extensions: { listSize: 7 },
      resolve: ({ opening_hours: hours }) => (hours === null ? null : [...hours]),
    }),
    servesPublic: t.exposeBoolean('serves_public', {
      description: 'False for kinds that serve institutions, members or homes only.',
    }),
    active: t.exposeBoolean('active'),
    preferred: t.boolean({
      description: "Whether the caller's practice prefers it.",
      resolve: async ({ id }, _args, context) =>
        (await loadOne(context, 'preferred', id, (ids) =>
          context.rooms.directory.preferredAmong(context.actor, ids),
        )) ?? false,
    }),
    scriptVersion: t.string({
      nullable: true,
      description:
        'The version of NCPDP SCRIPT in which it takes prescriptions now; null where it takes none by SCRIPT.',
      resolve: async ({ id }, _args, context) =>
        (await loadOne(context, 'scriptVersion', id, (ids) =>
          context.rooms.directory.scriptVersions(context.actor, ids),
        )) ?? null,
    }),
    stopped: t.int({
      description: "How many medications of the caller's practice are stuck or in error there now.",
      resolve: async ({ id }, _args, context) =>
        (await loadOne(context, 'stoppedAt', id, (ids) =>
          context.rooms.prescribing.stoppedAt(context.actor, ids),
        )) ?? 0,
    }),
    electronic: t.boolean({
      description: 'Whether prescriptions go to it electronically; otherwise by fax.',
      resolve: async ({ id }, _args, context) =>
        (await loadOne(context, 'electronic', id, (ids) =>
          context.rooms.directory.electronicPharmacies(context.actor, ids),
        )) ?? false,
    }),
  }),
});

const PharmacyHitType = builder.objectRef<PharmacyHit>('PharmacyHit').implement({
  description: 'A pharmacy that was found, with how far away it is.',
  fields: (t) => ({
    pharmacy: t.field({ type: Pharmacy, resolve: ({ pharmacy }) => pharmacy }),
    distanceKm: t.exposeFloat('distanceKm', {
      nullable: true,
      description: 'As the crow flies; null without a place.',
    }),
  }),
});

const NamedPharmaciesType = builder.objectRef<NamedPharmacies>('NamedPharmacies').implement({
  description: 'Pharmacies that were asked for by their ids.',
  fields: (t) => ({
    pharmacies: t.field({
      type: [Pharmacy],
      extensions: { listSize: 50 },
      resolve: ({ pharmacies }) => [...pharmacies],
    }),
    unknownIds: t.idList({
      description: 'Asked for and not there.',
      resolve: ({ unknownIds }) => [...unknownIds],
    }),
  }),
});

const PharmacyHitPage = pageType('PharmacyHit', PharmacyHitType);

const PlaceInput = builder.inputType('PlaceInput', {
  description: 'Coordinates, else a ZIP code, else a town with its state.',
  fields: (t) => ({
    latitude: t.float({ description: 'Degrees north (WGS 84).' }),
    longitude: t.float({ description: 'Degrees east (WGS 84); negative in the west.' }),
    postalCode: t.string(),
    city: t.string(),
    state: t.string(),
  }),
});

builder.queryFields((t) => ({
  pharmacy: t.field({
    type: Pharmacy,
    description: 'One pharmacy, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, rooms }) => rooms.directory.pharmacy(actor, id),
  }),
  pharmaciesById: t.field({
    type: NamedPharmaciesType,
    description: 'Each once, in the order asked; ids that no pharmacy has are named, not refused.',
    args: { ids: t.arg.idList({ required: true, description: 'At most 50.' }) },
    resolve: (_root, { ids }, { actor, rooms }) => rooms.directory.pharmaciesNamed(actor, ids),
  }),
  pharmacies: t.field({
    type: PharmacyHitPage,
    description: 'The nearest first when a place is given, else in the order of their names.',
    args: {
      near: t.arg({ type: PlaceInput }),
      radiusKm: t.arg.float({ description: 'Up to 1,000; 100 when left out.' }),
      text: t.arg.string({ description: 'Beginnings of words of name, town, state, ZIP, NPI or NCPDP id.' }),
      state: t.arg.string(),
      kinds: t.arg({ type: [PharmacyKind] }),
      preferred: t.arg.boolean({
        description: "`true`: only those that the caller's practice prefers; without a place only.",
      }),
      publicOnly: t.arg.boolean({ defaultValue: true, required: true }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, { actor, rooms }) =>
      rooms.directory.searchPharmacies(actor, {
        ...present(args),
        near: args.near === null || args.near === undefined ? null : present(args.near),
      }),
  }),
}));

builder.mutationFields((t) => ({
  preferPharmacy: t.field({
    type: Pharmacy,
    description: 'Puts a pharmacy among those that the practice prefers, or takes it off; administrators do.',
    args: { id: t.arg.id({ required: true }), preferred: t.arg.boolean({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'preferPharmacy', args, (actor, key) =>
        context.rooms.directory.preferPharmacy(actor, args, key),
      ),
  }),
}));
