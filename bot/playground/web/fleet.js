/** The example's fleet beside the conversation, so that one sees an action happen. */

import { el } from "./dom.js";
import { keyed } from "./keyed.js";
import { clockTime } from "./text/dates.js";

const WORDS = { healthy: "healthy", degraded: "degraded", restarting: "restarting" };

/** What differs between two looks at the fleet: `{name/env: {field: [before, after]}}`. Pure. */
export function changes(before, after) {
  const found = {};
  if (!before) return found;
  const old = new Map(before.services.map((service) => [name(service), service]));
  for (const service of after.services) {
    const was = old.get(name(service));
    const fields = Object.keys(service).filter((field) => was && was[field] !== service[field]);
    if (!was) found[name(service)] = { name: [null, service.name] };
    else if (fields.length) {
      found[name(service)] = Object.fromEntries(
        fields.map((field) => [field, [was[field], service[field]]]),
      );
    }
  }
  return found;
}

/** The same as one sentence for those who do not see the panel. Pure. */
export function spoken(changed) {
  return Object.entries(changed)
    .filter(([, fields]) => fields.health || fields.replicas || fields.version)
    .map(([key, fields]) => `${key.replace("/", " in ")}: ${sentence(fields)}`)
    .join(". ");
}

function sentence({ health, replicas, version }) {
  const parts = [
    health && `is ${WORDS[health[1]] ?? health[1]}`,
    replicas && `${counted(replicas[1])}, ${replicas[0]} before`,
    version && `version ${version[1]}`,
  ];
  return parts.filter(Boolean).join(", ");
}

const counted = (replicas) => (replicas === 1 ? "1 replica" : `${replicas} replicas`);

const name = (service) => `${service.name}/${service.env}`;

export function createFleet(host, { announce }) {
  const groups = el("div", { class: "fleet-groups" });
  const log = el("ol", { class: "fleet-log" });
  const empty = el(
    "p",
    { class: "hint" },
    "Nothing was done yet. What the agent does shows up here.",
  );
  const lists = new Map();
  const fresh = new Map();
  let before = null;
  let turn = 0;
  host.append(groups, el("h3", {}, "What happened"), empty, log);

  return function update(fleet, people) {
    if (!fleet?.services || fleet === before) return;
    const changed = changes(before, fleet);
    turn += 1;
    for (const [key, fields] of Object.entries(changed)) fresh.set(key, { turn, fields });
    const words = spoken(changed);
    if (words) announce(words);
    const environments = [...new Set(fleet.services.map((service) => service.env))];
    keyed(
      groups,
      environments.map((env) => ({ key: env, mark: env, draw: () => environment(env, lists) })),
    );
    for (const env of environments) {
      const services = fleet.services.filter((service) => service.env === env);
      keyed(
        lists.get(env),
        services.map((service) => row(service, fresh.get(name(service)))),
      );
    }
    keyed(
      log,
      fleet.actions.map((action) => logEntry(action, people)),
    );
    empty.hidden = fleet.actions.length > 0;
    before = fleet;
  };
}

function environment(env, lists) {
  lists.set(env, el("ul", { class: "services" }));
  return el("section", { "aria-label": env }, el("h3", { class: "env" }, env), lists.get(env));
}

function row(service, change) {
  const replicas = change?.fields.replicas;
  const known = service.health in WORDS;
  const times = service.restarts > 1 ? `, ${service.restarts} times` : "";
  const restarted = service.restarted_at
    ? `restarted ${clockTime(service.restarted_at)}${times}`
    : null;
  const draw = () =>
    el(
      "li",
      { class: change ? "service changed" : "service", "data-service": name(service) },
      el("span", { class: "service-name" }, service.name),
      el("span", { class: "version" }, service.version),
      el(
        "span",
        { class: "replicas" },
        el("span", { class: "unseen" }, counted(service.replicas)),
        el("span", { "aria-hidden": "true" }, `×${service.replicas}`),
      ),
      el(
        "span",
        { class: `health health-${known ? service.health : "degraded"}` },
        WORDS[service.health] ?? service.health,
      ),
      (restarted || replicas) &&
        el(
          "span",
          { class: "service-note" },
          [restarted, replicas && `${counted(replicas[0])} before`].filter(Boolean).join(" · "),
        ),
    );
  return { key: service.name, mark: JSON.stringify([service, change]), draw };
}

function logEntry(action, people) {
  const who = (id) => people.get(id)?.real_name.split(" ")[0] ?? id;
  const { by, approvers = [] } = action.asked ?? {};
  const approved = approvers.length ? `, approved by ${approvers.map(who).join(" and ")}` : "";
  const going = action.ended_at === null;
  return {
    key: String(action.number),
    mark: JSON.stringify([action, people.size]),
    draw: () =>
      el(
        "li",
        { class: going ? "going" : null },
        el(
          "div",
          { class: "log-head" },
          el("span", { class: "log-what" }, `${action.action} ${action.service}`),
          el("time", {}, clockTime(action.at)),
        ),
        el("div", { class: "hint" }, [action.env, action.detail].filter(Boolean).join(" · ")),
        by && el("div", { class: "hint" }, `for ${who(by)}${approved}`),
        going && el("div", { class: "hint" }, "running…"),
      ),
  };
}
