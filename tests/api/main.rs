//! Rules of the running shop, by subject. Each title is a rule; refusals outnumber what works.

mod account;
mod accounts;
mod admin;
mod ajax;
mod batch;
mod cart;
mod cart_page;
mod checkout;
mod checkout_form;
mod content;
mod coupons;
mod forms;
mod orders;
mod pages;
mod products;
mod races;
mod search;
mod security;
