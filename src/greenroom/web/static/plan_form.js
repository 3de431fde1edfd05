// @ts-check
// A plan as a form, made from the JSON Schema of plans: what a key means stands there, and nowhere else.

import { _ } from "./words.js";

/** @typedef {{type?: string, description?: string, enum?: string[], const?: unknown, default?: unknown, anyOf?: Schema[], items?: Schema, properties?: Record<string, Schema>, $ref?: string, minimum?: number, maximum?: number, maxLength?: number, required?: string[]}} Schema */
/** @typedef {Record<string, any>} Table */

const FIRST = ["title", "text", "key", "id", "opening"];
const WORDS = { stages: _("Stages"), bank: _("Further questions"), probes: _("Follow-ups"), facts: _("Facts to learn"), opening: _("Opening question"), when: _("Only for"), reply_delay_ms: _("Reply delay (ms)"), id: _("Id") };
const ONE = /** @type {Record<string, string>} */ ({ stages: _("stage"), bank: _("question"), probes: _("follow-up"), facts: _("fact") });
const ADD = /** @type {Record<string, string>} */ ({ stages: _("Add a stage"), bank: _("Add a question"), probes: _("Add a follow-up"), facts: _("Add a fact") });
const FRESH = /** @type {Record<string, () => Table>} */ ({
  stages: () => ({ id: "NEW_STAGE", title: "New stage", hard_limit: 180, opening: { text: "" } }),
  bank: () => ({ id: "new-question", text: "" }),
  probes: () => ({ id: "new-probe", text: "", depths: [1, 2] }),
  facts: () => ({ key: "new_fact" }),
});
const LONG = 81;

/** @param {string} key */
const label = (key) => /** @type {Record<string, string>} */ (WORDS)[key] ?? _((key[0].toUpperCase() + key.slice(1)).replaceAll("_", " "));
/** @param {string} path */
export const idOf = (path) => `f-${path.replace(/[^\w]+/g, "-")}`;

/** @param {string} name @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export class PlanForm {
  /** @param {HTMLElement} home @param {Schema & {$defs: Record<string, Schema>}} schema @param {(rebuilt: boolean) => void} changed */
  constructor(home, schema, changed) {
    this.home = home;
    this.schema = schema;
    this.changed = changed;
    /** @type {Table} */
    this.plan = {};
    /** @type {Set<string>} */
    this.open = new Set(["stages[0]", "stages[0].opening"]);
  }

  /** @param {Table} plan */
  show(plan) {
    this.plan = plan;
    const focused = document.activeElement?.id;
    this.home.replaceChildren(...this.#table(this.schema, plan, ""));
    if (focused && this.home.isConnected) document.getElementById(focused)?.focus();
  }

  /** @param {Schema | undefined} schema @returns {Schema} */
  #plain(schema) {
    let found = schema ?? {};
    if (found.$ref) found = { ...this.schema.$defs[found.$ref.split("/").pop() ?? ""], ...found, $ref: undefined };
    const real = found.anyOf?.find((one) => one.type !== "null");
    return real ? { ...this.#plain(real), description: found.description, default: found.default } : found;
  }

  /** @param {Schema} schema @param {Table} table @param {string} at @returns {HTMLElement[]} */
  #table(schema, table, at) {
    const keys = Object.keys(schema.properties ?? {}).filter((key) => key !== "schema");
    keys.sort((a, b) => (FIRST.indexOf(a) + 1 || 99) - (FIRST.indexOf(b) + 1 || 99));
    /** @type {HTMLElement[]} */
    const plain = [], inner = [], rare = [];
    for (const key of keys) {
      const inside = this.#plain(schema.properties?.[key]);
      const path = at ? `${at}.${key}` : key;
      if (inside.properties) inner.push(this.#group(key, inside, table, path));
      else if (inside.type === "array" && this.#plain(inside.items).properties) inner.push(this.#list(key, inside, table, path));
      else {
        const needed = schema.required?.includes(key) || FIRST.includes(key) || key in table;
        (needed ? plain : rare).push(this.#field(key, inside, table, path));
      }
    }
    if (rare.length) inner.unshift(this.#details(`${at}.more`, at ? _("More settings") : _("More about the plan"), rare));
    return [...plain, ...inner];
  }

  /** @param {string} path @param {string} title @param {(Node | string)[]} children */
  #details(path, title, children) {
    const details = make("details", { "data-group": path }, make("summary", {}, title), make("div", { class: "more" }, ...children));
    if (this.open.has(path)) details.setAttribute("open", "");
    details.addEventListener("toggle", () => { if (/** @type {HTMLDetailsElement} */ (details).open) this.open.add(path); else this.open.delete(path); });
    return details;
  }

  /** @param {string} key @param {Schema} schema @param {Table} table @param {string} path */
  #group(key, schema, table, path) {
    const own = table[key] && typeof table[key] === "object" ? table[key] : {};
    // a table that is not there yet comes into the plan with its first value
    const lazy = new Proxy(own, { set: (_target, name, value) => { own[/** @type {string} */ (name)] = value; table[key] = own; return true; }, deleteProperty: (_target, name) => { delete own[/** @type {string} */ (name)]; if (!Object.keys(own).length) delete table[key]; return true; } });
    return this.#details(path, label(key), this.#table(schema, lazy, path));
  }

  /** @param {string} key @param {Schema} schema @param {Table} table @param {string} path */
  #list(key, schema, table, path) {
    const items = Array.isArray(table[key]) ? table[key] : [];
    const inside = this.#plain(schema.items);
    const name = ONE[key] ?? _("item");
    const rows = items.map((item, index) => {
      const here = `${path}[${index}]`;
      const said = String(item?.title || item?.id || item?.key || "");
      const head = `${index + 1}. ${said || name}`;
      const acts = make("div", { class: "acts acts--item" },
        this.#button(_("Move up: {what}", { what: head }), _("Up"), `${here}-up`, index > 0, () => this.#move(table, key, index, -1, path)),
        this.#button(_("Move down: {what}", { what: head }), _("Down"), `${here}-down`, index < items.length - 1, () => this.#move(table, key, index, 1, path)),
        this.#button(_("Remove: {what}", { what: head }), _("Remove"), `${here}-out`, true, () => { items.splice(index, 1); if (!items.length) delete table[key]; this.#rebuilt(`${path}-add`); }));
      return this.#details(here, head, [...this.#table(inside, item ?? {}, here), acts]);
    });
    const add = this.#button(ADD[key] ?? _("Add"), ADD[key] ?? _("Add"), `${path}-add`, true, () => {
      // a stage goes before the last one, which says good-bye
      const at = key === "stages" && items.length > 1 ? items.length - 1 : items.length;
      items.splice(at, 0, this.#unlike(FRESH[key]?.() ?? {}, items));
      table[key] = items;
      const here = `${path}[${at}]`;
      this.open.add(here).add(`${here}.opening`).add(path);
      this.#rebuilt(key === "facts" ? `${here}.key` : key === "stages" ? `${here}.title` : `${here}.text`);
    });
    const body = [...rows, add];
    if (key === "stages") return make("section", { class: "stages", "aria-label": WORDS.stages, "data-group": path }, ...body);
    return this.#details(path, `${label(key)} (${items.length})`, body);
  }

  /** @param {Table} fresh @param {Table[]} others */
  #unlike(fresh, others) {
    for (const key of ["id", "key"]) {
      const base = fresh[key];
      for (let n = 2; base && others.some((one) => one?.[key] === fresh[key]); n += 1) fresh[key] = `${base}_${n}`;
    }
    return fresh;
  }

  /** @param {string} name @param {string} text @param {string} path @param {boolean} able @param {() => void} act */
  #button(name, text, path, able, act) {
    const button = make("button", { type: "button", class: "btn btn--s", id: idOf(path), "aria-label": name }, text);
    if (!able) button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", () => { if (able) act(); });
    return button;
  }

  /** @param {Table} table @param {string} key @param {number} index @param {number} by @param {string} path */
  #move(table, key, index, by, path) {
    const items = table[key];
    [items[index], items[index + by]] = [items[index + by], items[index]];
    const was = this.open.has(`${path}[${index}]`);
    this.open.add(`${path}[${index + by}]`);
    if (!was) this.open.delete(`${path}[${index}]`);
    this.#rebuilt(`${path}[${index + by}]-${by < 0 ? "up" : "down"}`);
  }

  /** @param {string} focus */
  #rebuilt(focus) {
    this.show(this.plan);
    this.changed(true);
    document.getElementById(idOf(focus))?.focus();
  }

  /** @param {string} key @param {Schema} schema @param {Table} table @param {string} path @returns {HTMLElement} */
  #field(key, schema, table, path) {
    const id = idOf(path);
    const control = this.#control(schema, table[key], id);
    control.dataset.path = path;
    const hint = make("p", { class: "hint", id: `${id}-hint` }, this.#hint(schema));
    const name = make("label", { for: id }, label(key));
    const kind = schema.type === "boolean" ? "field field--tick" : "field";
    control.setAttribute("aria-describedby", hint.id);
    control.addEventListener("input", () => {
      const value = this.#read(schema, control);
      if (value === undefined) delete table[key]; else table[key] = value;
      this.changed(false);
    });
    return make("div", { class: kind, "data-home": path }, name, control, hint);
  }

  /** @param {Schema} schema */
  #hint(schema) {
    const lines = schema.type === "array" && !this.#plain(schema.items).maximum ? ` ${_("One on each line.")}` : schema.type === "array" ? ` ${_("Numbers with commas.")}` : "";
    const usual = schema.default !== undefined && schema.default !== null && !Array.isArray(schema.default) && schema.type !== "boolean" ? ` ${_("Otherwise {value}.", { value: String(schema.default) })}` : "";
    return `${_((schema.description ?? "").replaceAll("`", ""))}${lines}${usual}`;
  }

  /** @param {Schema} schema @param {unknown} value @param {string} id @returns {HTMLElement} */
  #control(schema, value, id) {
    if (schema.type === "boolean") {
      const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id }));
      box.checked = value === true;
      return box;
    }
    if (schema.enum) {
      const select = /** @type {HTMLSelectElement} */ (make("select", { id }, ...schema.enum.map((one) => make("option", { value: one }, one))));
      const said = String(value ?? schema.default ?? "");
      if (!schema.enum.includes(said)) select.append(make("option", { value: said }, said));
      select.value = said;
      return select;
    }
    const text = Array.isArray(value) ? value.join(this.#plain(schema.items).maximum ? ", " : "\n") : String(value ?? "");
    const many = schema.type === "array" && !this.#plain(schema.items).maximum;
    if (many || (schema.maxLength ?? 0) >= LONG) {
      const rows = String(Math.min(10, Math.max(2, text.split("\n").length, Math.ceil(text.length / 48))));
      const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { id, rows }));
      area.value = text;
      return area;
    }
    const input = /** @type {HTMLInputElement} */ (make("input", { id, type: "text", autocomplete: "off" }));
    if (schema.type === "integer") input.inputMode = "numeric";
    input.value = text;
    return input;
  }

  /** What stands in a control; undefined: nothing. @param {Schema} schema @param {HTMLElement} control @returns {unknown} */
  #read(schema, control) {
    const field = /** @type {HTMLInputElement} */ (control);
    if (schema.type === "boolean") return field.checked || undefined;
    if (schema.enum) return field.value === schema.default ? undefined : field.value;
    const text = field.value;
    if (schema.type === "array") {
      const numbers = Boolean(this.#plain(schema.items).maximum);
      const parts = text.split(numbers ? /[\s,]+/ : "\n").map((one) => one.trim()).filter(Boolean);
      return parts.length ? parts.map((one) => (numbers ? this.#number(one) : one)) : undefined;
    }
    if (!text.trim()) return undefined;
    return schema.type === "integer" ? this.#number(text.trim()) : text;
  }

  /** A whole number, or the words as they are: the check says what is wrong with them. @param {string} text */
  #number(text) {
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }

  /** Opens every group around a field. @param {string} path @returns {HTMLElement | null} */
  reveal(path) {
    let place = path;
    for (;;) {
      const found = /** @type {HTMLElement | null} */ (this.home.querySelector(`[data-path="${CSS.escape(place)}"], [data-group="${CSS.escape(place)}"]`));
      if (found) {
        for (let around = found.closest("details"); around; around = around.parentElement?.closest("details") ?? null) around.open = true;
        return found;
      }
      const cut = Math.max(place.lastIndexOf("."), place.lastIndexOf("["));
      if (cut < 0) return null;
      place = place.slice(0, cut);
    }
  }

  /** @param {{key: string, told: string}[]} faults */
  mark(faults) {
    for (const line of this.home.querySelectorAll(".err")) line.remove();
    for (const field of this.home.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      field.setAttribute("aria-describedby", `${field.id}-hint`);
    }
    for (const fault of faults) {
      const field = this.home.querySelector(`[data-path="${CSS.escape(fault.key.replace(/\[\d+\]$/, ""))}"], [data-path="${CSS.escape(fault.key)}"]`);
      const home = field?.closest(".field");
      if (!field || !home) continue;
      const line = make("p", { class: "err", id: `${field.id}-err` }, fault.told);
      if (!home.querySelector(".err")) home.append(line);
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", `${field.id}-err ${field.id}-hint`);
    }
  }
}
