/** What models cost, as far as it comes before the dated list. Apart from the rest of what is known: the first paint needs none. */
import { computed } from "@preact/signals";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { settings } from "./server_state.ts";

export const prices = computed(() => settings.value ? pricesInForce(settings.value) : {});
