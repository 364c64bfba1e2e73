// Tells Angular's templates what the events of the elements carry.
import type {} from '@pestle/elements/angular';
